/**
 * What server and consumer must agree on, and nothing else: messages, topology, broker settings.
 */
package pipeline.wire;
