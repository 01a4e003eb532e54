/** Response times: recording, percentiles, summaries. Pure; knows no HTTP. */
package pipeline.client.stats;
