/** The servlets that count a line's words and publish them, confirmed, to the broker. */
package pipeline.server;
