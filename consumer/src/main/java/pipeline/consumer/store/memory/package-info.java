/**
 * Counts and the identities behind them, in memory, changed together; duplicates are dropped here.
 */
package pipeline.consumer.store.memory;
