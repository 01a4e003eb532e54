/** Counts in a file of checkpoints, which survives a crash and may be larger than memory. */
package pipeline.consumer.store.file;
