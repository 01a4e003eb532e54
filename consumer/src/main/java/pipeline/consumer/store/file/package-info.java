/** Counts in memory with a file of checkpoints, which survives a crash. */
package pipeline.consumer.store.file;
