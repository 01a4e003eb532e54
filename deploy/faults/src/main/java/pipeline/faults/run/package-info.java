/** Runs: carries out plans and controls, a few at a time, and judges each. */
package pipeline.faults.run;
