/** Messages as bytes: batches of entries, written and read strictly. */
package pipeline.wire.codec;
