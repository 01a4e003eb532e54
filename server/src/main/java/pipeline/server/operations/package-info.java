/** What operators ask for: health and metrics. */
package pipeline.server.operations;
