/** The broker as both sides know it: address, credentials, exchange and queues. */
package pipeline.wire.amqp;
