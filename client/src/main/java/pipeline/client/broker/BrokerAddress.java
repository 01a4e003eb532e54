package pipeline.client.broker;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.client.input.BadInputException;
import pipeline.wire.settings.HostUrl;
import pipeline.wire.settings.Settings;

/**
 * The addresses of a broker's nodes, all of them over HTTP or all over AMQP.
 *
 * @param nodes each {@code http[s]://host[:port][/prefix]} without a slash at its end, or {@code
 *     amqp[s]://host[:port][/vhost]}; without credentials; never empty
 */
public record BrokerAddress(List<URI> nodes) {
  /** Groups: the scheme, the credentials, the hosts, and the virtual host. */
  private static final Pattern AMQP =
      Pattern.compile("(amqps?://)((?:[^/%]|%[0-9a-fA-F]{2})*@)?([^/?#]*)(/[^/?#]*)?(?:\\?.*)?");

  public BrokerAddress {
    nodes = List.copyOf(nodes);
  }

  /** Reads {@code --broker-api}: nodes with commas between them, never with credentials. */
  public static BrokerAddress parse(String text) throws BadInputException {
    if (text.contains("@")) {
      throw new BadInputException(
          "--broker-api must not hold credentials: set "
              + BrokerCredentials.USER_VARIABLE
              + " and "
              + BrokerCredentials.PASSWORD_VARIABLE);
    }
    BrokerAddress address =
        (text.startsWith("amqp") ? amqp(text) : http(text))
            .orElseThrow(
                () ->
                    new BadInputException(
                        "--broker-api must look like http://host:15672 or amqp://host:5672, not '"
                            + text
                            + "'"));
    address.checkVirtualHost("--broker-api");
    return address;
  }

  /**
   * Refuses a virtual host that no broker has.
   *
   * @param name what the address was given as
   */
  void checkVirtualHost(String name) throws BadInputException {
    if (virtualHost().filter(String::isEmpty).isPresent()) {
      throw new BadInputException(
          name
              + " has a vhost without a name after its last slash: leave the slash out for the vhost"
              + " /, or name one");
    }
    try {
      Settings.printable(name, virtualHost().orElse(""));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(e.getMessage());
    }
  }

  /**
   * Reads {@code amqp[s]://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...][/VHOST]} and leaves the
   * credentials out; empty if it is not of this form.
   */
  static Optional<BrokerAddress> amqp(String text) {
    Matcher parts = AMQP.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String path = parts.group(4) == null ? "" : parts.group(4);
    List<String> nodes = new ArrayList<>();
    for (String host : parts.group(3).split(",", -1)) {
      nodes.add(parts.group(1) + host + path);
    }
    return of(nodes);
  }

  private static Optional<BrokerAddress> http(String text) {
    List<String> nodes = new ArrayList<>();
    for (String node : text.split(",", -1)) {
      if (!node.matches("https?://[^?#]*")) {
        return Optional.empty();
      }
      nodes.add(node.replaceAll("(/metrics)?/*$", ""));
    }
    return of(nodes);
  }

  private static Optional<BrokerAddress> of(List<String> texts) {
    List<URI> nodes = new ArrayList<>();
    for (String text : texts) {
      try {
        nodes.add(new URI(text));
      } catch (URISyntaxException e) {
        return Optional.empty();
      }
    }
    return nodes.stream().anyMatch(node -> hostUrl(node).isEmpty())
        ? Optional.empty()
        : Optional.of(new BrokerAddress(nodes));
  }

  /** The node as a URL whose host may have underscores; empty if it has no host. */
  private static Optional<HostUrl> hostUrl(URI node) {
    try {
      return Optional.of(HostUrl.parse(node.toString()));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** The nodes' hosts and ports, for calls that take no URI whose host has underscores. */
  List<HostUrl> hostUrls() {
    return nodes.stream().map(node -> hostUrl(node).orElseThrow()).toList();
  }

  boolean isAmqp() {
    return nodes.get(0).getScheme().startsWith("amqp");
  }

  boolean isEncrypted() {
    return nodes.get(0).getScheme().endsWith("s");
  }

  /** Whether all nodes are on this machine. */
  boolean isLoopback() {
    return hostUrls().stream().map(HostUrl::host).allMatch(BrokerAddress::isLoopback);
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** The virtual host of an AMQP address; empty if it names none. */
  Optional<String> virtualHost() {
    String path = nodes.get(0).getRawPath();
    return isAmqp() && !path.isEmpty() ? Optional.of(decoded(path.substring(1))) : Optional.empty();
  }

  /** Decodes the percent escapes of a path, where a plus is no blank. */
  static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** An address of these hosts with another scheme and port. */
  BrokerAddress at(String scheme, int port) {
    return new BrokerAddress(
        hostUrls().stream()
            .map(node -> URI.create(scheme + "://" + node.host() + ":" + port))
            .distinct()
            .toList());
  }

  /** The AMQP address of these hosts, at the usual port. */
  BrokerAddress overAmqp() {
    String scheme = isEncrypted() ? "amqps://" : "amqp://";
    return new BrokerAddress(
        hostUrls().stream().map(node -> URI.create(scheme + node.host())).distinct().toList());
  }
}
