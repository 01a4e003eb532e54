/** The Flink job that counts what the servers publish. */
package pipeline.flink;
