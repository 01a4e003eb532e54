/** Entry point of consumer.jar, options, how a run is put together, and its report. */
package pipeline.consumer;
