/** What each workload counts: a handler reads a message's entries and adds them to totals. */
package pipeline.consumer.workload;
