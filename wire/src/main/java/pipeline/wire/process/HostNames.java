package pipeline.wire.process;

import java.security.Security;

/** How a program asks for the addresses of hosts. */
public final class HostNames {
  private static final String SECONDS_KEPT = "1";

  private HostNames() {}

  /**
   * Has an address forgotten after a second, and a name that has none asked for again each time;
   * the JVM keeps them for 30 and 10 seconds otherwise, for which a retry would go to the old place
   * of a container that was started again elsewhere. To be called before a first name is asked for.
   */
  public static void askAgain() {
    Security.setProperty("networkaddress.cache.ttl", SECONDS_KEPT);
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
  }
}
