/** A RabbitMQ node of a test's own. */
package pipeline.testkit.rabbit;
