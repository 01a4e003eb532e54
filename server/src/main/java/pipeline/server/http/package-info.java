/**
 * Requests and answers: bodies read and answers written without blocking, errors, health and
 * metrics.
 */
package pipeline.server.http;
