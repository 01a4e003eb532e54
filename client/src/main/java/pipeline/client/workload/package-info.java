/** The requests of a run: lines of a file, generated rides and swipes, in order and once each. */
package pipeline.client.workload;
