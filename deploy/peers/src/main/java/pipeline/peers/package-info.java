/**
 * What the pipeline is measured against, as programs: a servlet that does nothing, the usual design
 * (the first report's system), our group commit in its smallest form, and a backlog of messages for
 * consumers.
 */
package pipeline.peers;
