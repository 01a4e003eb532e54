/** The load client: reads requests from a source, posts them with N threads and measures them. */
package pipeline.client;
