/**
 * What the broker says of itself during a run: Prometheus, the management API, a passive declare.
 */
package pipeline.client.broker;
