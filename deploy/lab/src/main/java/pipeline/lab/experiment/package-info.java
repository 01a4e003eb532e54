/**
 * Designed experiments over the whole pipeline: what differs, by how much, and how sure that is.
 */
package pipeline.lab.experiment;
