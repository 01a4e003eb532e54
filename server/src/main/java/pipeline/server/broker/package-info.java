/**
 * The way to the broker: one connection that is kept up, a pool of channels, and confirms matched
 * to messages.
 */
package pipeline.server.broker;
