package pipeline.testkit.proxy;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One proxied connection: the caller's socket, the target's, and a pump for each direction.
 * Thread-safe.
 */
final class ProxyLink {
  private static final int DIRECTIONS = 2;

  private final Socket caller;
  private final Socket target;
  private final Pump there;
  private final Pump back;
  private final Consumer<ProxyLink> onClose;
  private final AtomicInteger endedDirections = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();

  ProxyLink(
      String name,
      ProxyDirection there,
      ProxyDirection back,
      Socket caller,
      Socket target,
      Consumer<ProxyLink> onClose)
      throws IOException {
    this.caller = caller;
    this.target = target;
    this.onClose = onClose;
    caller.setTcpNoDelay(true);
    target.setTcpNoDelay(true);
    this.there = new Pump(name + "-there", there, this, caller, target);
    this.back = new Pump(name + "-back", back, this, target, caller);
  }

  void start() {
    there.start();
    back.start();
  }

  boolean hasLostBytes() {
    return there.hasLostBytes() || back.hasLostBytes();
  }

  /** Notes that one direction has come to its orderly end. */
  void ended() {
    if (endedDirections.incrementAndGet() == DIRECTIONS) {
      close(Flow.Ending.CLOSE);
    }
  }

  void close(Flow.Ending ending) {
    if (closed.compareAndSet(false, true)) {
      close(caller, ending);
      close(target, ending);
      there.stop();
      back.stop();
      onClose.accept(this);
    }
  }

  private static void close(Socket socket, Flow.Ending ending) {
    try (socket) {
      if (ending == Flow.Ending.RESET) {
        socket.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      // the other end has closed the socket already
    }
  }
}
