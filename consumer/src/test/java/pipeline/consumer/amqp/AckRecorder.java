package pipeline.consumer.amqp;

import com.rabbitmq.client.Channel;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A channel that notes its acks, {@code 7} for one message and {@code <=7} for many. */
final class AckRecorder {
  static final int NUMBER = 1;

  final List<String> acks = new CopyOnWriteArrayList<>();

  Channel channel() {
    return (Channel)
        Proxy.newProxyInstance(
            AckRecorder.class.getClassLoader(),
            new Class<?>[] {Channel.class},
            (proxy, method, args) -> {
              if (method.getName().equals("getChannelNumber")) {
                return NUMBER;
              }
              if (!method.getName().equals("basicAck")) {
                throw new UnsupportedOperationException(method.getName());
              }
              acks.add(((boolean) args[1] ? "<=" : "") + args[0]);
              return null;
            });
  }
}
