package pipeline.consumer.store.file;

import java.util.function.LongSupplier;

/**
 * The limits of a file store, and its clock.
 *
 * @param cacheBytes about how many all objects may take that are being worked on
 * @param changes how many of them may wait for a commit before it should not wait for its time
 * @param versionBytes of changed pages of the file, before they are written
 * @param roomBytes of counts that are in memory only
 * @param clock the time of day, in milliseconds since 1970
 */
public record FileLimits(
    long cacheBytes, long changes, long versionBytes, long roomBytes, LongSupplier clock) {
  private static final int VERSION_PART = 8;
  private static final int ROOM_PART = 2;

  /** The approximate memory of a page of short entries, as most are. */
  private static final int PAGE_BYTES = 2_048;

  private static final int LARGEST_PAGE_BYTES = 20_000;
  private static final int PAGE_ENTRIES = 16;

  /**
   * Limits that leave a part of the heap for messages.
   *
   * @param cacheBytes of what is being worked on
   */
  public static FileLimits of(long cacheBytes, LongSupplier clock) {
    long heap = Runtime.getRuntime().maxMemory();
    long versionBytes = heap / VERSION_PART;
    // so that most commits fit into one version of the file
    long changes = versionBytes / PAGE_BYTES / 2;
    return new FileLimits(cacheBytes, changes, versionBytes, heap / ROOM_PART, clock);
  }

  /**
   * The most memory of the pages that a change of an entry changes: it may be on a page of its own.
   *
   * @param entryBytes of key and value
   */
  static long pageBytes(long entryBytes) {
    return Math.min(LARGEST_PAGE_BYTES, PAGE_BYTES + PAGE_ENTRIES * entryBytes) + entryBytes;
  }
}
