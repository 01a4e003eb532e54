/**
 * Response times and what follows from them: recording, percentiles, summaries. Pure; knows no
 * HTTP.
 */
package pipeline.client.stats;
