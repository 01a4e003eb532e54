/**
 * Bodies read and answers written without a thread that waits: exchanges, their errors, and how
 * many there were.
 */
package pipeline.server.exchange;
