package pipeline.wire.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Reads the messages of our own servers without a JSON parser between bytes and words, in a third
 * of its time. It takes nothing that {@link BatchDecoder} would refuse, and refuses nothing: what
 * it does not know, it leaves to that. Thread-safe.
 */
final class FastBatchReader<P> {
  private static final byte[] RUN = "{\"run\":\"".getBytes(UTF_8);
  private static final byte[] SEQ = "\",\"seq\":".getBytes(UTF_8);

  private final StringInterner words = new StringInterner();
  private final PayloadFormat<P> format;
  private final byte[] field;

  FastBatchReader(PayloadFormat<P> format) {
    this.format = format;
    this.field = (",\"" + format.field() + "\":").getBytes(UTF_8);
  }

  /** The entries of one message, or null if it is not of the plain form. */
  List<Entry<P>> read(byte[] body) {
    CanonicalJson json = new CanonicalJson(body, words);
    if (body.length > BatchDecoder.MAX_MESSAGE_BYTES || !json.skip('[')) {
      return null;
    }
    List<Entry<P>> entries = new ArrayList<>();
    do {
      Entry<P> entry = entry(json);
      if (entry == null) {
        return null;
      }
      entries.add(entry);
    } while (json.skip(','));
    return json.skip(']') && json.isAtEnd() ? entries : null;
  }

  private Entry<P> entry(CanonicalJson json) {
    RunId run = json.skip(RUN) ? json.run() : null;
    int seq = run != null && json.skip(SEQ) ? json.number() : CanonicalJson.NOT_PLAIN;
    P payload = seq >= 0 && json.skip(field) ? format.readPlain(json) : null;
    return payload != null && json.skip('}')
        ? new Entry<>(new RequestKey(run, seq), payload)
        : null;
  }
}
