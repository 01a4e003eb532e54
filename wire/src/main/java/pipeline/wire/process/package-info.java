/** How a program ends: at a signal, within a limit, with its own exit code. */
package pipeline.wire.process;
