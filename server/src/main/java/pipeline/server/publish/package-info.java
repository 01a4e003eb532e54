/**
 * Group commit: publishes waiting entries as one message, and answers each when the broker confirms
 * it.
 */
package pipeline.server.publish;
