/**
 * A Java agent that injects faults into the unchanged server.jar and consumer.jar: a crash at a
 * chosen place, or an unsafe variant that a test must detect.
 */
package pipeline.hooks;
