/** One request and its outcome: the connections, and the servers that take turns. */
package pipeline.client.http;
