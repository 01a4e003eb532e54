/**
 * The requests of a run: lines of a file, generated rides and swipes, in order, over and over,
 * numbered without gaps.
 */
package pipeline.client.workload;
