/**
 * Output of a run: the block, tables, CSV, JSON, HTML, the live line, and the comparison of two
 * runs. Measures nothing itself.
 */
package pipeline.client.report;
