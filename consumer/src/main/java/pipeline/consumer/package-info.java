/** The merging consumers: deliveries in, exact counts out, acks only for what is durable. */
package pipeline.consumer;
