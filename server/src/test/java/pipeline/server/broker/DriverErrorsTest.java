package pipeline.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ExceptionHandler;
import java.lang.reflect.Proxy;
import java.net.SocketException;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import pipeline.server.Logged;
import pipeline.wire.amqp.BrokerSettings;
import pipeline.wire.settings.Settings;

/** The log of the AMQP client's own errors. */
class DriverErrorsTest {
  private final ExceptionHandler handler =
      BrokerSettings.from(new Settings(Map.of(), new Properties()))
          .connectionFactory()
          .getExceptionHandler();

  private final Logger library = (Logger) LoggerFactory.getLogger("com.rabbitmq.client");

  @AfterEach
  void silenceTheLibrary() {
    library.setLevel(Level.OFF);
  }

  @Test
  void onlyErrorsOfAnOpenConnectionAreLogged() {
    library.setLevel(Level.WARN);
    try (Logged log = new Logged()) {
      SocketException closed = new SocketException("Socket closed");
      handler.handleUnexpectedConnectionDriverException(connection(false), closed);
      assertThat(log.lines()).isEmpty();
      handler.handleUnexpectedConnectionDriverException(connection(true), closed);
      assertThat(log.lines()).singleElement().asString().contains("driver error");
    }
  }

  private static Connection connection(boolean open) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> method.getName().equals("isOpen") ? open : null);
  }
}
