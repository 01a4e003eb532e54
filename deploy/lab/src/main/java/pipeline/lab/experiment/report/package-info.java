/** What an experiment has found, for people and for programs. */
package pipeline.lab.experiment.report;
