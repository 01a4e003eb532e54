package pipeline.flink;

import java.util.List;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.identity.Partitions;
import pipeline.wire.identity.RunId;

/**
 * Lines of one block of a run, or the run's end.
 *
 * @param block the name of the block, under which its identities are kept
 * @param message what a message with nothing else would have
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares parts
public record Part(String block, byte[] message) {
  static Part of(RunId run, int seq, byte[] element) {
    return new Part(run + "/" + Partitions.block(seq), EntryEncoder.join(List.of(element)));
  }
}
