package pipeline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EarlyAcksTest {
  private final List<Object> acks = new ArrayList<>();
  private final Channel channel =
      (Channel)
          Proxy.newProxyInstance(
              Channel.class.getClassLoader(), new Class<?>[] {Channel.class}, this::call);

  private Object call(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "hashCode" -> 1;
      case "equals" -> proxy == arguments[0];
      default -> {
        acks.add(arguments[0]);
        yield null;
      }
    };
  }

  private void deliver(long tag, int counted) throws IOException {
    EarlyAcks.counted(counted);
    EarlyAcks.delivered(channel, tag);
  }

  @Test
  void onlyAMessageThatHeldNothingNewIsAckedAtOnce() throws IOException {
    deliver(1, 1);
    deliver(2, 0);
    EarlyAcks.delivered(channel, 3); // could not be read, so nothing was added
    assertThat(acks).containsExactly(2L);
  }

  @Test
  void aLaterAckOfManyNeverNamesATagThatIsAcked() throws IOException {
    deliver(1, 1);
    deliver(2, 0);
    deliver(3, 0);
    assertThat(EarlyAcks.lastLeft(channel, 3)).isEqualTo(1);
    deliver(4, 0);
    assertThat(EarlyAcks.lastLeft(channel, 4)).isZero();
    deliver(5, 1);
    assertThat(EarlyAcks.lastLeft(channel, 5)).isEqualTo(5);
  }
}
