/** Starting other programs, and waiting for them. */
package pipeline.testkit.process;
