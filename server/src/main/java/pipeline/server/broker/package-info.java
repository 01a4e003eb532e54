/** The broker: one supervised connection, a pool of channels, and confirms matched to messages. */
package pipeline.server.broker;
