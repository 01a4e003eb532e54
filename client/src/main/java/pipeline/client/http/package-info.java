/** One attempt at a request: connection pool, sender, outcome, and the choice of server. */
package pipeline.client.http;
