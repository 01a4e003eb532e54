/** What an experiment varies, and in which order its cells are launched. */
package pipeline.lab.experiment.design;
