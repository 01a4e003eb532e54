/** Shows the running consumer: the live page, reads of the counts, metrics. */
package pipeline.consumer.http;
