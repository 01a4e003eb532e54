/** The command line of experiments. */
package pipeline.lab.experiment.cli;
