/** Servlets that publish nothing: the most that any server here can reach. */
package pipeline.peers;
