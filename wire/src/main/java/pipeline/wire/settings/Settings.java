package pipeline.wire.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads settings by name: from the environment ({@code RABBITMQ_URL}), then the system property of
 * the same meaning ({@code rabbitmq.url}), then the default. Every error names the variable.
 * Thread-safe.
 */
public final class Settings {
  private static final int MIB = 1 << 20;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]");

  private enum Switch {
    ON,
    OFF
  }

  private final Map<String, String> environment;
  private final Properties properties;

  public Settings(Map<String, String> environment, Properties properties) {
    this.environment = Map.copyOf(environment);
    this.properties = properties;
  }

  /**
   * The value of a setting as it stands; an empty one counts as not set.
   *
   * @throws IllegalArgumentException if {@link #printable} refuses the value
   */
  public String text(String name, String byDefault) {
    String value = environment.get(name);
    if (value == null || value.isEmpty()) {
      value = properties.getProperty(propertyName(name));
    }
    return value == null || value.isEmpty() ? byDefault : printable(name, value);
  }

  /**
   * Returns the value if it has no control characters: brokers strip them in some places only, they
   * break logs and headers, and no name needs them. Options of command lines that name something (a
   * queue, a URL, a run) keep the rule by calling this too.
   *
   * @param name what the value was given as, such as {@code QUEUE} or {@code --url}
   * @throws IllegalArgumentException that names it and does not show the value, which may be secret
   */
  public static String printable(String name, String value) {
    Matcher control = CONTROL.matcher(value);
    if (control.find()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s has a control character (U+%04X), which no setting may have",
              name,
              control.group().codePointAt(0)));
    }
    return value;
  }

  /** The value of a setting that is a whole number from {@code min} to {@code max}. */
  public int number(String name, int byDefault, int min, int max) {
    String value = text(name, Integer.toString(byDefault));
    try {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // the message below tells the value and the limits
    }
    throw bad(name, value, "a whole number from " + min + " to " + max);
  }

  /**
   * The value of a setting that is a constant of {@code choices}, written in lower case with
   * hyphens.
   */
  public <E extends Enum<E>> E choice(String name, Class<E> choices, E byDefault) {
    String value = text(name, spelled(byDefault));
    return constant(choices, value)
        .orElseThrow(() -> bad(name, value, "one of " + spelled(choices, " ")));
  }

  /** The constant that is spelled so; empty if there is none. */
  public static <E extends Enum<E>> Optional<E> constant(Class<E> choices, String spelled) {
    return Arrays.stream(choices.getEnumConstants())
        .filter(each -> spelled(each).equals(spelled))
        .findFirst();
  }

  /** All constants as they are spelled, with {@code between} between them. */
  public static String spelled(Class<? extends Enum<?>> choices, String between) {
    return Arrays.stream(choices.getEnumConstants())
        .map(Settings::spelled)
        .collect(Collectors.joining(between));
  }

  /** Whether a setting is {@code on}, as it is by default, or {@code off}. */
  public boolean isOn(String name) {
    return choice(name, Switch.class, Switch.ON) == Switch.ON;
  }

  /** A part of the heap that the JVM may use ({@code -Xmx}), in whole MiB, at least one. */
  public static int partOfHeapMib(int divisor) {
    long mib = Runtime.getRuntime().maxMemory() / divisor / MIB;
    return (int) Math.max(1, Math.min(mib, Integer.MAX_VALUE));
  }

  /** The error for a value that is not what it should be. */
  public static IllegalArgumentException bad(String name, String value, String expected) {
    return new IllegalArgumentException(name + " is '" + value + "', but must be " + expected);
  }

  private static String propertyName(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** A constant as it is spelled in settings and options: in lower case with hyphens. */
  public static String spelled(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
