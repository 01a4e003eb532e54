package pipeline.client.broker;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.client.input.BadInputException;

/**
 * The user and password with which the broker is asked. They come from the environment only, and
 * are never printed or written.
 */
record BrokerCredentials(String user, String password) {
  static final String USER_VARIABLE = "BROKER_API_USER";
  static final String PASSWORD_VARIABLE = "BROKER_API_PASSWORD";

  private static final Pattern IN_URL = Pattern.compile("[^/]*//([^/:]*):([^/:]*)@.*");
  private static final BrokerCredentials DEFAULT = new BrokerCredentials("guest", "guest");

  /**
   * The credentials to try, in this order: those in {@code RABBITMQ_URL}, those of the two
   * variables. Without any it is RabbitMQ's default account, but only on this machine, which is the
   * only place where it is let in.
   *
   * @throws BadInputException if only one of the two variables is set
   */
  static List<BrokerCredentials> from(
      Map<String, String> env, String rabbitmqUrl, boolean onThisMachine) throws BadInputException {
    List<BrokerCredentials> found = new ArrayList<>();
    Matcher inUrl = IN_URL.matcher(rabbitmqUrl);
    if (inUrl.matches()) {
      found.add(
          new BrokerCredentials(
              BrokerAddress.decoded(inUrl.group(1)), BrokerAddress.decoded(inUrl.group(2))));
    }
    String user = env.getOrDefault(USER_VARIABLE, "");
    String password = env.getOrDefault(PASSWORD_VARIABLE, "");
    if (user.isEmpty() != password.isEmpty()) {
      throw new BadInputException(
          USER_VARIABLE + " and " + PASSWORD_VARIABLE + " go together, but only one is set");
    }
    if (!user.isEmpty()) {
      found.add(new BrokerCredentials(user, password));
    }
    if (found.isEmpty() && onThisMachine) {
      found.add(DEFAULT);
    }
    return found;
  }

  /** The value of an HTTP {@code Authorization} header. */
  String basicAuthorization() {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Override
  public String toString() {
    return "BrokerCredentials[hidden]";
  }
}
