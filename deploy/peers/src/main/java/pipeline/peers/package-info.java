/**
 * What the pipeline is measured against, as programs: servlets that publish nothing, and a backlog
 * of messages for consumers.
 */
package pipeline.peers;
