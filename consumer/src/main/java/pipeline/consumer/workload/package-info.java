/** The workloads: how each one's messages are read, counted and reported. */
package pipeline.consumer.workload;
