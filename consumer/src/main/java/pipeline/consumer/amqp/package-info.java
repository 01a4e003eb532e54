/**
 * Consuming from the broker: subscription, deliveries, acks after commits, dead letters, health.
 */
package pipeline.consumer.amqp;
