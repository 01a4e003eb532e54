package pipeline.server;

import java.util.List;
import pipeline.wire.codec.Entry;

/** How entries become messages. Stateless and thread-safe. */
interface MessageFormat<P> {

  /** The entry's own bytes, made once, by the thread that handles the request. */
  byte[] encode(Entry<P> entry);

  /** One message of the batch, at least one entry and at most {@link #maxEntries}. */
  Message message(List<PendingEntry> batch);

  /** How many entries a message can hold. */
  int maxEntries();
}
