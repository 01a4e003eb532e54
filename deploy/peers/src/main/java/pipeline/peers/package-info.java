/**
 * What the pipeline is measured against (a servlet that does nothing, the reference system R1, our
 * group commit in its smallest form, a backlog of messages), and the program that starts, loads and
 * measures all of it.
 */
package pipeline.peers;
