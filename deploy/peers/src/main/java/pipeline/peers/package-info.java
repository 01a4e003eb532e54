/**
 * What the pipeline is measured against, as programs: servlets that publish nothing, our group
 * commit in its smallest form, and a backlog of messages for consumers.
 */
package pipeline.peers;
