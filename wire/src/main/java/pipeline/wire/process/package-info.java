/**
 * What programs have in common as processes: how one prints for people, writes a file that a user
 * named, and ends, with its own exit code also at a signal.
 */
package pipeline.wire.process;
