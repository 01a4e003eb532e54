/**
 * How a program prints for people, and how it ends: at a signal, within a limit, with its own exit
 * code.
 */
package pipeline.wire.process;
