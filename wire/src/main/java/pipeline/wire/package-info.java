/**
 * What the programs must agree on, and nothing else: identities, messages, topology, broker
 * settings.
 */
package pipeline.wire;
