/**
 * One attempt at a request: connection pool, sender, outcome, and the choice of server.
 *
 * <p>Requests go over Apache HttpClient 5: its pooling connection manager leases, connects,
 * encrypts, checks and closes the connections, its request executor runs an exchange on each. Its
 * ready-made client takes about a third more CPU a request, in a chain of execution that serves
 * redirects, cookies, credentials and proxies, none of which this program has.
 */
package pipeline.client.http;
