/** The workloads and what one request of each carries. */
package pipeline.wire.workload;
