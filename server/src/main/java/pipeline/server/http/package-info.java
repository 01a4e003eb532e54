/** Requests: what a head and a body must be, and the servlet that publishes or reads. */
package pipeline.server.http;
