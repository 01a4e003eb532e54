/** The pipeline's programs, the services they need, and how both look from outside. */
package pipeline.lab.system;
