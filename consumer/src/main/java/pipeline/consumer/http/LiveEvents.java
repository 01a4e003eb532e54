package pipeline.consumer.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Listeners of server-sent events: each is sent the newest event when it has taken the one before,
 * and one that has missed an event is told all again. A listener that does not read is dropped by
 * {@link ReaderHttp}; nobody waits for it. Listeners may come and go on any thread.
 */
final class LiveEvents {
  static final int MAX_LISTENERS = 32;

  /** The listeners, each with what it was sent last. */
  private final Map<Channel, ChannelFuture> listeners = new ConcurrentHashMap<>();

  /** The listeners that were sent the event before. */
  private Set<Channel> current = Set.of();

  /**
   * Answers with events until the listener leaves.
   *
   * @return false if there are too many listeners: then nothing is answered
   */
  synchronized boolean serve(Channel listener, HttpResponse head) {
    if (listeners.size() >= MAX_LISTENERS) {
      return false;
    }
    var unused = listener.write(head);
    listeners.put(listener, listener.writeAndFlush(content("retry: 1000")));
    listener.closeFuture().addListener(closed -> listeners.remove(listener));
    return true;
  }

  /** The number of listeners. */
  int listeners() {
    return listeners.size();
  }

  private static HttpContent content(String event) {
    return new DefaultHttpContent(
        Unpooled.wrappedBuffer((event + "\n\n").getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Sends an event to the listeners that are ready; to be called on one thread.
   *
   * @param event makes one line of text, with all that was noted or only the newest of it, as its
   *     argument says; not called if it is for nobody
   */
  void send(Function<Boolean, String> event) {
    Map<Boolean, List<Channel>> idle =
        listeners.entrySet().stream()
            .filter(listener -> listener.getValue().isDone())
            .map(Map.Entry::getKey)
            .collect(Collectors.partitioningBy(current::contains));
    // after an error, all are told all
    current = new HashSet<>();
    idle.forEach(
        (isCurrent, ready) -> {
          if (!ready.isEmpty()) {
            String text = "data: " + event.apply(!isCurrent);
            for (Channel listener : ready) {
              listeners.computeIfPresent(listener, (one, sent) -> one.writeAndFlush(content(text)));
            }
            current.addAll(ready);
          }
        });
  }
}
