package pipeline.client.broker;

import java.net.InetAddress;
import java.net.URI;
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
      Pattern.compile("(amqps?://)([^/?#]*)(?:/((?:[^/?#%]|%[0-9a-fA-F]{2})*))?(?:\\?.*)?");

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
    boolean overAmqp = amqp.matches();
    Stream<String> nodes =
        overAmqp
            ? Stream.of(amqp.group(2).split(",", -1)).map(host -> amqp.group(1) + host)
            : Stream.of(text.split(",", -1)).map(node -> StringUtils.stripEnd(node, "/"));
    Optional<String> vhost = Optional.ofNullable(overAmqp ? amqp.group(3) : null);
    BrokerAddress address = new BrokerAddress(nodes.toList(), vhost.map(BrokerAddress::decoded));
    String form = overAmqp ? "amqps?://.*" : "https?://.*";
    if (!address.nodes.stream().allMatch(n -> n.matches(form) && host(n).isPresent())) {
      throw new BadInputException(
          "--broker-api must look like http://host:15672 or amqp://host:5672, not '" + text + "'");
    }
    checkVirtualHost("--broker-api", address.virtualHost.orElse("/"));
    return address;
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
              + " has a vhost without a name after its last slash: leave the slash out for the"
              + " vhost /, or name one");
    }
    BadInputException.checked(() -> Settings.printable(name, virtualHost));
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

  /** The host of a node; empty if it is no URL of a node, for instance for its port. */
  private static Optional<String> host(String node) {
    try {
      HostUrl url = HostUrl.parse(node);
      URI uri = url.uri();
      boolean plain = uri.getRawQuery() == null && uri.getRawFragment() == null;
      return url.hasPossiblePort() && plain ? Optional.of(url.host()) : Optional.empty();
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
