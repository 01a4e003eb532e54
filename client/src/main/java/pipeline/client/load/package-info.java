/** Sending: steps, schedules, workers, retries, and the statistics of each step. */
package pipeline.client.load;
