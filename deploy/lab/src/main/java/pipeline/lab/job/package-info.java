/** One run of the whole pipeline and the proof of its counts, as {@code deploy/run} has it. */
package pipeline.lab.job;
