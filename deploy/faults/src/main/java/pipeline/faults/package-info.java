/** Breaks the pipeline on purpose, by a seed, and proves that its counts stay exact. */
package pipeline.faults;
