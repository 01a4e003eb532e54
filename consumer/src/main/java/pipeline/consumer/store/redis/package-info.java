/** Counts and identities in Redis, shared by several consumers and changed by one script. */
package pipeline.consumer.store.redis;
