package pipeline.rig.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The files and threads that a process holds; a fault must not make them grow for good. */
public record Footprint(long openFiles, long threads) {
  private static final long MORE_FILES = 60;
  private static final long MORE_THREADS = 100;

  public static Footprint of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    return new Footprint(count(process.resolve("fd")), count(process.resolve("task")));
  }

  /** Whether the growth until {@code later} is more than that of pools that warmed up. */
  public boolean leaksUntil(Footprint later) {
    return later.openFiles > openFiles + MORE_FILES || later.threads > threads + MORE_THREADS;
  }

  private static long count(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.count();
    }
  }
}
