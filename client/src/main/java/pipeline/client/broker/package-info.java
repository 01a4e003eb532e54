/** The broker's own figures during a run, from its management API or a passive declare. */
package pipeline.client.broker;
