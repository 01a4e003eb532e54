package pipeline.consumer.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.WriteListener;
import com.rabbitmq.client.impl.AMQConnection;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The broker's side of a connection, whose frames the test puts in. */
final class ScriptedSocket implements FrameHandler {
  private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();

  /** Adds the header of a message, and a body of this many bytes in one frame. */
  void message(int channel, int bytes) throws IOException {
    header(channel, bytes);
    body(channel, bytes);
  }

  void header(int channel, int bytes) throws IOException {
    frames.add(new BasicProperties().toFrame(channel, bytes));
  }

  void header(Frame frame) {
    frames.add(frame);
  }

  void body(int channel, int bytes) {
    body(channel, new byte[bytes]);
  }

  void body(int channel, byte[] part) {
    frames.add(new Frame(AMQP.FRAME_BODY, channel, part));
  }

  /** The number of frames that are not read yet. */
  int left() {
    return frames.size();
  }

  /** The next frame; null after a while without one, as at a socket's time-out. */
  @Override
  public Frame readFrame() throws IOException {
    try {
      return frames.poll(10, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void setTimeout(int millis) {}

  @Override
  public int getTimeout() {
    return 0;
  }

  @Override
  public void sendHeader() {}

  @Override
  public void initialize(AMQConnection connection) {}

  @Override
  public void startProcessing() {}

  @Override
  public void finishConnectionNegotiation() {}

  @Override
  public void setFrameMax(int bytes) {}

  @Override
  public void writeFrame(Frame frame) {}

  @Override
  public void flush(WriteListener listener) {}

  @Override
  public void close() {}

  @Override
  public InetAddress getLocalAddress() {
    return InetAddress.getLoopbackAddress();
  }

  @Override
  public int getLocalPort() {
    return 0;
  }

  @Override
  public InetAddress getAddress() {
    return InetAddress.getLoopbackAddress();
  }

  @Override
  public int getPort() {
    return 0;
  }
}
