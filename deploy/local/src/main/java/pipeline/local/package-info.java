/** The AMQP broker inside a JVM, for a machine with nothing installed, and a look at its queues. */
package pipeline.local;
