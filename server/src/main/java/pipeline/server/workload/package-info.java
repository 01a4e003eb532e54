/** The workloads: paths, bodies and answers of each. A new workload starts here. */
package pipeline.server.workload;
