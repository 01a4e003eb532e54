/** The result of a launch, and the file that keeps it. */
package pipeline.lab.experiment.result;
