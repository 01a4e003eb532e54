/** Counts and the identities behind them, in memory, changed together. */
package pipeline.consumer.store.memory;
