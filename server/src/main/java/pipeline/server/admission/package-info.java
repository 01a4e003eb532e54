/** Budgets of what strangers can make grow at the consumer, kept before anything is published. */
package pipeline.server.admission;
