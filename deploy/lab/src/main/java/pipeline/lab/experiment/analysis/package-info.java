/**
 * The design of an experiment, the results of its launches, and what they show. Pure functions:
 * nothing is started, read or written.
 */
package pipeline.lab.experiment.analysis;
