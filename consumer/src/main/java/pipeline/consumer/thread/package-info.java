/** Threads that must live: they go on after an error, or end the process. */
package pipeline.consumer.thread;
