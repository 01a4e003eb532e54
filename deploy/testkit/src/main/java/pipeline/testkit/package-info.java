/**
 * What the tests of all modules share, and the fault runs and benchmarks with them; nothing of it
 * gets into the jars of client, server and consumer.
 */
package pipeline.testkit;
