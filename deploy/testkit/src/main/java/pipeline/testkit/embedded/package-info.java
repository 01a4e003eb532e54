/** The embedded broker as a process. */
package pipeline.testkit.embedded;
