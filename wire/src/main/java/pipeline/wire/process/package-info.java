/**
 * The parts of a program that make it a process: it prints for people, writes files that a user
 * named, and ends with its own exit code, also at a signal.
 */
package pipeline.wire.process;
