/** What the consumer shows while it runs: the live page, counts, metrics. */
package pipeline.consumer.http;
