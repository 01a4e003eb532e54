/**
 * Shared by the programs: identities, messages, broker and Redis access, paths of reads, settings,
 * and how a program prints and ends.
 */
package pipeline.wire;
