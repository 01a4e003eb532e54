/** Published reports as experiments: what they asked, what redoes it here, and their figures. */
package pipeline.lab.experiment.preset;
