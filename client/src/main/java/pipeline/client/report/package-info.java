/**
 * Output of a run: the block, tables, CSV, JSON, HTML, the live line, and the sum of a fleet's
 * results. Measures nothing itself.
 */
package pipeline.client.report;
