/**
 * What an experiment has found, for people and for programs; and published reports as experiments:
 * what they asked, what redoes it here, and their figures.
 */
package pipeline.lab.experiment.report;
