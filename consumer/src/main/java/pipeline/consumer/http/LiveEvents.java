package pipeline.consumer.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Listeners of server-sent events: each is sent the newest event when it has taken the one before.
 * A listener that does not read is dropped by {@link ReaderHttp}; nobody waits for it. Listeners
 * may come and go on any thread.
 */
final class LiveEvents {
  static final int MAX_LISTENERS = 32;

  /** The listeners; a channel of {@link ReaderHttp} is writable when it has taken all. */
  final ChannelGroup listeners = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  /**
   * Answers with events until the listener leaves.
   *
   * @return false if there are too many listeners: then nothing is answered
   */
  synchronized boolean serve(Channel listener, HttpResponse head) {
    if (listeners.size() >= MAX_LISTENERS) {
      return false;
    }
    var unusedHead = listener.write(head);
    var unusedRetry = listener.writeAndFlush(content("retry: 1000"));
    listeners.add(listener);
    return true;
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
    if (listeners.stream().anyMatch(Channel::isWritable)) {
      var unused = listeners.writeAndFlush(content("data: " + event.get()), Channel::isWritable);
    }
  }
}
