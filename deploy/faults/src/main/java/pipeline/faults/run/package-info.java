/** Runs: carries out plans and controls, a few at a time, and judges what came of each. */
package pipeline.faults.run;
