/** What can be varied, and the launches: the pipeline of a cell, started, loaded and measured. */
package pipeline.lab.experiment.run;
