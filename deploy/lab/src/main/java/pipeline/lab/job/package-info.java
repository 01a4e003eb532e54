/** The program of {@code deploy/run}: runs the whole pipeline once and proves its counts. */
package pipeline.lab.job;
