package pipeline.server.admission;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.Collection;

/**
 * The names that are counted already, as hashes of 64 bits. Two names with one hash count as one; a
 * secret key stops clients from finding such names. Looking up known names takes no lock and
 * allocates nothing. Thread-safe.
 */
final class KnownNames {
  /**
   * What a name costs a consumer that keeps its counts in memory beside its text: the string, the
   * number, and their place in the table.
   */
  private static final int NAME_BYTES = 160;

  private static final int CHAR_BYTES = 2;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int FIRST_SLOTS = 1 << 10;

  private final long key = new SecureRandom().nextLong();
  private final long multiplier = new SecureRandom().nextLong() | 1;

  /** Open addressing with linear probing; 0 is free. Written under the lock. */
  private volatile long[] slots = new long[FIRST_SLOTS];

  /** Guarded by this. */
  private int count;

  /** What the names that are not known would cost, in bytes. */
  long costOfNew(Collection<String> names) {
    long[] now = slots;
    long bytes = 0;
    for (String name : names) {
      long hash = hash(name);
      if (hash != (long) SLOT.getOpaque(now, slotOf(hash, now))) {
        bytes += cost(name);
      }
    }
    return bytes;
  }

  /** Makes these known; returns what those of them cost that were new. */
  synchronized long add(Collection<String> names) {
    long bytes = 0;
    for (String name : names) {
      if (add(hash(name))) {
        bytes += cost(name);
      }
    }
    return bytes;
  }

  private boolean add(long hash) {
    long[] now = slots;
    int slot = slotOf(hash, now);
    if (now[slot] == hash) {
      return false;
    }
    if (count >= now.length / 4 * 3) {
      now = grown(now);
      slots = now;
      slot = slotOf(hash, now);
    }
    SLOT.setOpaque(now, slot, hash);
    count++;
    return true;
  }

  private static long[] grown(long[] full) {
    long[] next = new long[full.length * 2];
    for (long hash : full) {
      if (hash != 0) {
        next[slotOf(hash, next)] = hash;
      }
    }
    return next;
  }

  /** Where this hash is, or the free slot where it would be. */
  private static int slotOf(long hash, long[] slots) {
    int mask = slots.length - 1;
    int slot = (int) (hash >>> Integer.SIZE) & mask;
    for (long there = (long) SLOT.getOpaque(slots, slot);
        there != hash && there != 0;
        there = (long) SLOT.getOpaque(slots, slot)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static long cost(String name) {
    return NAME_BYTES + (long) CHAR_BYTES * name.length();
  }

  /** Not {@link String#hashCode}, for which anyone can find many names of one value. */
  private long hash(String name) {
    long hash = key;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * multiplier;
      hash ^= hash >>> Integer.SIZE;
    }
    hash *= multiplier;
    hash ^= hash >>> Integer.SIZE;
    return hash == 0 ? 1 : hash;
  }
}
