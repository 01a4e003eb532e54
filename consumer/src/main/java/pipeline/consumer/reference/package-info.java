/**
 * The reports' own consumer, to read and to compare with: a channel and a handler for each thread,
 * which merge what is delivered into one map in memory.
 */
package pipeline.consumer.reference;
