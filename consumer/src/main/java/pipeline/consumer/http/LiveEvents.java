package pipeline.consumer.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Listeners of server-sent events: each is sent the newest event when it has taken the one before.
 * A listener that does not read is dropped by {@link ReaderHttp}; nobody waits for it. Listeners
 * may come and go on any thread.
 */
final class LiveEvents {
  static final int MAX_LISTENERS = 32;

  /** The listeners, each with what it was sent last. */
  private final Map<Channel, ChannelFuture> listeners = new ConcurrentHashMap<>();

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
   * @param event makes one line of text; not called if it is for nobody
   */
  void send(Supplier<String> event) {
    List<Channel> ready =
        listeners.entrySet().stream()
            .filter(listener -> listener.getValue().isDone())
            .map(Map.Entry::getKey)
            .toList();
    if (!ready.isEmpty()) {
      String text = "data: " + event.get();
      for (Channel listener : ready) {
        listeners.computeIfPresent(listener, (one, sent) -> one.writeAndFlush(content(text)));
      }
    }
  }
}
