/** Others who use a run's server at the same time, and not kindly. */
package pipeline.faults.neighbour;
