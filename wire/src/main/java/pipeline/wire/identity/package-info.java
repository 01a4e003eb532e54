/** A line's identity: its run and its number in the run. */
package pipeline.wire.identity;
