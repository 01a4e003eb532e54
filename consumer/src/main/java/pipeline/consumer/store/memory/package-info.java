/**
 * The part of the counts and identities that is being worked on, in memory, changed together;
 * duplicates are dropped here.
 */
package pipeline.consumer.store.memory;
