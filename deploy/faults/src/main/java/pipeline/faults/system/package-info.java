/**
 * The pipeline of a run: its programs, wires, queue, disk and files, and what it is told to count.
 */
package pipeline.faults.system;
