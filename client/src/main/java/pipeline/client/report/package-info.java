/**
 * What a run leaves: the block, tables, CSV, JSON, HTML, the live line, and comparing two runs.
 * Computes no load.
 */
package pipeline.client.report;
