/** One request and its outcome: the pool of connections, and the servers that take turns. */
package pipeline.client.http;
