/**
 * Shared by the programs: identities, messages, broker and Redis access, paths of reads, settings.
 */
package pipeline.wire;
