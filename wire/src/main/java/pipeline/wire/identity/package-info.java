/** A line's identity, its run and its number in the run; a run's age and its end. */
package pipeline.wire.identity;
