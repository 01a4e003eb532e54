package pipeline.wire.settings;

/** Sizes that follow the heap which the JVM may use ({@code -Xmx}). Stateless. */
public final class HeapSizes {
  private static final int MIB = 1 << 20;

  private HeapSizes() {}

  /** A part of the heap in whole MiB, at least one. */
  public static int partMib(int divisor) {
    long mib = Runtime.getRuntime().maxMemory() / divisor / MIB;
    return (int) Math.max(1, Math.min(mib, Integer.MAX_VALUE));
  }
}
