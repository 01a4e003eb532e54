/**
 * Starts, waits for, stops and measures the programs of the pipeline, for {@code deploy/run},
 * experiments and fault runs.
 */
package pipeline.lab;
