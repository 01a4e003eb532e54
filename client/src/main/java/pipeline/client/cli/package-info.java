/** The command line: options, their defaults, and the configuration they make. */
package pipeline.client.cli;
