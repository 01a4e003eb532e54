/** The contract of a store: entries counted once, committed, read back. */
package pipeline.consumer.store;
