/**
 * The load client: reads requests from a source, posts them with N threads and measures them.
 *
 * <p>Requests go over Apache HttpClient 5, by its parts: its core's classic connection and request
 * executor, and its TLS. Its ready-made client costs more a request than the exchange itself, in a
 * chain of execution that serves redirects, cookies, credentials and proxies, none of which this
 * program has, and writes head and body one after the other.
 */
package pipeline.client;
