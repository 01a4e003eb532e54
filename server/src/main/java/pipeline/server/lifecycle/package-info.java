/** Threads with names and owners, deadlines, and closing in reverse. */
package pipeline.server.lifecycle;
