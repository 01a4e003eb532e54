package pipeline.server.broker;

import pipeline.wire.settings.Settings;

/**
 * The settings of the channels for publishing. Immutable.
 *
 * @param confirm whether a result waits for the broker's confirm
 * @param persistent whether messages outlive a restart of the broker
 * @param mandatory whether the broker returns what no queue takes
 * @param poolSize how many channels there are at most
 */
public record ChannelConfig(boolean confirm, boolean persistent, boolean mandatory, int poolSize) {
  private static final int MAX_CHANNELS = 200;

  private enum Confirm {
    ON,
    NONE
  }

  private enum DeliveryMode {
    PERSISTENT,
    TRANSIENT
  }

  /**
   * Reads the settings of channels.
   *
   * @param least how many channels there are at least, whatever {@code defaultSize} is
   */
  public static ChannelConfig from(Settings settings, int defaultSize, int least) {
    return new ChannelConfig(
        settings.choice("CONFIRM", Confirm.class, Confirm.ON) == Confirm.ON,
        settings.choice("DELIVERY", DeliveryMode.class, DeliveryMode.PERSISTENT)
            == DeliveryMode.PERSISTENT,
        settings.isOn("MANDATORY"),
        settings.number("CHANNELS", Math.max(defaultSize, least), least, MAX_CHANNELS));
  }
}
