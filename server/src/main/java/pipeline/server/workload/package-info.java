/** What each workload posts: its paths, its bodies, what it counts. A further one begins here. */
package pipeline.server.workload;
