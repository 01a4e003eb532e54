/** Starts, waits for, stops and measures the programs of the pipeline, for whatever drives them. */
package pipeline.lab;
