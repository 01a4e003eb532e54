/** Effects, intervals and verdicts: pure functions of launches. */
package pipeline.lab.experiment.statistics;
