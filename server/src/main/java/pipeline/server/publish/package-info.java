/**
 * Group commit: entries that wait are published as one message, and each is answered by its
 * confirm.
 */
package pipeline.server.publish;
