package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The broker's side of a connection, whose frames the test puts in. */
final class ScriptedSocket {
  private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();

  /** The socket, which has no frame after a while without one, as at its time-out. */
  FrameHandler handler() {
    return proxy(
        FrameHandler.class,
        (socket, method, args) ->
            method.getName().equals("readFrame") ? frames.poll(10, TimeUnit.MILLISECONDS) : null);
  }

  /** An object that has only the methods that {@code handler} knows. */
  static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** Adds the header of a message, and a body of this many bytes in one frame. */
  void message(int channel, int bytes) throws IOException {
    header(channel, bytes);
    body(channel, new byte[bytes]);
  }

  void header(int channel, int bytes) throws IOException {
    header(new BasicProperties().toFrame(channel, bytes));
  }

  void header(Frame frame) {
    frames.add(frame);
  }

  void body(int channel, byte[] part) {
    frames.add(new Frame(AMQP.FRAME_BODY, channel, part));
  }

  /** The number of frames that are not read yet. */
  int left() {
    return frames.size();
  }
}
