/**
 * Counts in a file of checkpoints, which survives a crash and may be larger than memory. What is
 * being worked on is in memory, where duplicates are dropped.
 */
package pipeline.consumer.store.file;
