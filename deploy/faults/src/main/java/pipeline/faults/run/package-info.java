/** Runs of the pipeline under faults: their plans, what stands in them, and what came of them. */
package pipeline.faults.run;
