/**
 * The broker's own figures during a run, from Prometheus, the management API or a passive declare.
 */
package pipeline.client.broker;
