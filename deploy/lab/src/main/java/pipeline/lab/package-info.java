/** The programs behind {@code deploy/run}, {@code deploy/experiment} and the checks' nodes. */
package pipeline.lab;
