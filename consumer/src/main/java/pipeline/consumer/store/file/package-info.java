/**
 * The counts of {@code store.memory} in a file that survives a crash: one checkpoint after another.
 */
package pipeline.consumer.store.file;
