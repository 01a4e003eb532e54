package pipeline.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** Who asks the broker. Comes from the environment only and is written nowhere. */
record BrokerCredentials(String user, String password) {
  static final String USER_VARIABLE = "BROKER_API_USER";
  static final String PASSWORD_VARIABLE = "BROKER_API_PASSWORD";

  private static final String DEFAULT = "guest";

  /**
   * The credentials in the environment. RabbitMQ's default account is tried only on this machine,
   * which is the only place where it is let in.
   *
   * @throws BadInputException if the host is another machine and the environment names nobody
   */
  static BrokerCredentials from(Map<String, String> env, String host) throws BadInputException {
    String user = env.getOrDefault(USER_VARIABLE, "");
    String password = env.getOrDefault(PASSWORD_VARIABLE, "");
    if (!user.isEmpty() && !password.isEmpty()) {
      return new BrokerCredentials(user, password);
    }
    if (!user.isEmpty() || !password.isEmpty()) {
      throw new BadInputException(
          USER_VARIABLE + " and " + PASSWORD_VARIABLE + " go together, but only one is set");
    }
    if (!isLoopback(host)) {
      throw new BadInputException(
          "--broker-api asks another machine: set " + USER_VARIABLE + " and " + PASSWORD_VARIABLE);
    }
    return new BrokerCredentials(DEFAULT, DEFAULT);
  }

  /** The value of an HTTP {@code Authorization} header. */
  String basicAuthorization() {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return "BrokerCredentials[hidden]";
  }
}
