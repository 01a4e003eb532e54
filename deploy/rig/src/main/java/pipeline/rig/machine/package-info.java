/** CPU, memory and files of processes and of the machine, as Linux reports them. */
package pipeline.rig.machine;
