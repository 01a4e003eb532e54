/** The GETs that read counts, the same wherever the counts are: paths, queries, answers. */
package pipeline.wire.query;
