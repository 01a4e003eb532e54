/** What a launch came to, and the file that keeps it. */
package pipeline.lab.experiment.result;
