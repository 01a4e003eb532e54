/**
 * One request and its outcome: the connections, the servers and their addresses, the run's
 * identity.
 */
package pipeline.client.http;
