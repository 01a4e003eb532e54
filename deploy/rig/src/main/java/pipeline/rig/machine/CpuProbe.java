package pipeline.rig.machine;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A fixed piece of work, whose time tells how fast the machine is at a moment. It warms up when it
 * is made. Not thread-safe.
 */
public final class CpuProbe {
  private static final int ROUNDS = 200;
  private static final int BLOCK = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;

  private final byte[] block = new byte[BLOCK];
  private final MessageDigest digest;

  public CpuProbe() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    millis();
  }

  /** Does the work, some half a second of it; the milliseconds it took. */
  public double millis() {
    long start = System.nanoTime();
    for (int round = 0; round < ROUNDS; round++) {
      digest.update(block);
    }
    block[0] = digest.digest()[0];
    return (System.nanoTime() - start) / NANOS_PER_MILLI;
  }
}
