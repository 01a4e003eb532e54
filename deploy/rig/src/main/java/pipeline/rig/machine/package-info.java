/** Processes: how they are started and ended, and what Linux says they use. */
package pipeline.rig.machine;
