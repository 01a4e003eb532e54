/** Counts and identities in a Redis that several consumers share, changed by one script. */
package pipeline.consumer.store.redis;
