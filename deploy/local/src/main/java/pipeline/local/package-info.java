/** The AMQP broker inside a JVM, for a machine with nothing installed. */
package pipeline.local;
