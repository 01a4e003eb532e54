package pipeline.client.broker;

import java.net.InetAddress;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import pipeline.client.input.BadInputException;
import pipeline.wire.settings.HostUrl;
import pipeline.wire.settings.Settings;

/**
 * The addresses of a broker's nodes, all of them over HTTP or all over AMQP, without credentials.
 *
 * @param nodes each {@code http[s]://host[:port][/prefix]} without a slash at its end, or {@code
 *     amqp[s]://host[:port]}; never empty
 * @param virtualHost the virtual host that an AMQP address names, if it names one
 */
public record BrokerAddress(List<String> nodes, Optional<String> virtualHost) {
  /** Groups: the scheme, the hosts, and the virtual host. */
  private static final Pattern AMQP =
      Pattern.compile("(amqps?://)([^/?#]*)(?:/([^/?#]*))?(?:\\?.*)?");

  public BrokerAddress {
    nodes = List.copyOf(nodes);
  }

  /** Reads {@code --broker-api}: nodes with commas between them, never with credentials. */
  public static BrokerAddress parse(String text) throws BadInputException {
    if (text.contains("@")) {
      throw new BadInputException(
          "--broker-api must not hold credentials: set "
              + WatchedBroker.USER_VARIABLE
              + " and "
              + WatchedBroker.PASSWORD_VARIABLE);
    }
    Matcher amqp = AMQP.matcher(text);
    BrokerAddress address = amqp.matches() ? overAmqp(amqp) : overHttp(text);
    if (!address.nodes.stream().allMatch(BrokerAddress::isUrl)) {
      throw new BadInputException(
          "--broker-api must look like http://host:15672 or amqp://host:5672, not '" + text + "'");
    }
    checkVirtualHost("--broker-api", address.virtualHost.orElse("/"));
    return address;
  }

  private static BrokerAddress overAmqp(Matcher parts) {
    return new BrokerAddress(
        Stream.of(parts.group(2).split(",", -1)).map(host -> parts.group(1) + host).toList(),
        Optional.ofNullable(parts.group(3)).map(BrokerAddress::decoded));
  }

  private static BrokerAddress overHttp(String text) {
    return new BrokerAddress(
        Stream.of(text.split(",", -1)).map(node -> StringUtils.stripEnd(node, "/")).toList(),
        Optional.empty());
  }

  private static boolean isUrl(String node) {
    return node.matches("(http|amqp)s?://[^?#]+") && host(node).isPresent();
  }

  /** Decodes the percent escapes of a path, where a plus is no blank. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /**
   * Refuses a virtual host that no broker has.
   *
   * @param name what the address was given as
   */
  static void checkVirtualHost(String name, String virtualHost) throws BadInputException {
    if (virtualHost.isEmpty()) {
      throw new BadInputException(
          name
              + " has a vhost without a name after its last slash: leave the slash out for the vhost"
              + " /, or name one");
    }
    try {
      Settings.printable(name, virtualHost);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  boolean isAmqp() {
    return nodes.get(0).startsWith("amqp");
  }

  boolean isEncrypted() {
    return StringUtils.substringBefore(nodes.get(0), ":").endsWith("s");
  }

  /** Whether all nodes are on this machine. */
  boolean isLoopback() {
    return hosts().allMatch(BrokerAddress::isLoopback);
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** The nodes' hosts, which may have underscores. */
  private Stream<String> hosts() {
    return nodes.stream().flatMap(node -> host(node).stream()).distinct();
  }

  private static Optional<String> host(String node) {
    try {
      return Optional.of(HostUrl.parse(node).host());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** The URLs of these hosts with another scheme and port. */
  List<String> at(String scheme, int port) {
    return hosts().map(host -> scheme + "://" + host + ":" + port).toList();
  }

  /** One AMQP URL for all nodes: this one, or that of the same hosts at the usual port. */
  String amqpUrl() {
    String scheme = isEncrypted() ? "amqps://" : "amqp://";
    return isAmqp()
        ? scheme + String.join(",", nodes).replace(scheme, "")
        : hosts().collect(Collectors.joining(",", scheme, ""));
  }
}
