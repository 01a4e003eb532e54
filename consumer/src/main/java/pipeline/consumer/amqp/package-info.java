/** Consuming from the broker: subscription, deliveries, acks after commits, dead letters. */
package pipeline.consumer.amqp;
