package pipeline.lab.job;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import pipeline.wire.process.OutputFile;

/**
 * The client's CSV, of which each row is a request: when it began, its method, how long it took,
 * its status, its lines. Used by one thread.
 */
final class ClientCsv {
  private static final String POST = "POST";
  private static final int LINES = 4;

  /** The milliseconds by which the times of files may be behind the clock. */
  private static final long LAG_MILLIS = 100;

  private final Path csv;
  private final long sinceMillis = System.currentTimeMillis() - LAG_MILLIS;
  private long position;
  private long answered;

  /** Must be made before the client starts: an older file of that name is not read. */
  ClientCsv(Path csv) {
    this.csv = csv;
  }

  Path file() {
    return csv;
  }

  /** A request that sent lines, by the clock's milliseconds. */
  private record Request(double began, double ended, boolean isConfirmed, long lines) {
    /** Parses a row; empty for the header, for a read, and for a row that is not whole. */
    static Optional<Request> of(String row) {
      String[] columns = row.split(",", -1);
      if (columns.length < LINES || !columns[1].equals(POST)) {
        return Optional.empty();
      }
      double began = Double.parseDouble(columns[0]);
      double ended = began + Double.parseDouble(columns[2]);
      long lines = columns.length > LINES ? Long.parseLong(columns[LINES]) : 1;
      return Optional.of(new Request(began, ended, columns[3].startsWith("2"), lines));
    }
  }

  /** The longest times, in milliseconds, in which lines were under way and none was confirmed. */
  record Pauses(double before, double after) {}

  /**
   * How many lines have been answered so far. Reads what was appended since it was last asked,
   * since the client is being timed meanwhile.
   */
  long answered() throws IOException {
    Optional<Path> growing = OutputFile.unfinished(csv).filter(this::isOfThisRun);
    Path file = growing.orElse(csv);
    if (growing.isEmpty() && !isOfThisRun(csv)) {
      return answered;
    }
    try (SeekableByteChannel in = Files.newByteChannel(file)) {
      in.position(position);
      byte[] more = Channels.newInputStream(in).readAllBytes();
      String text = new String(more, StandardCharsets.ISO_8859_1);
      // the last row may be half written
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      position += whole.length();
      answered += requests(whole.lines()).mapToLong(Request::lines).sum();
    } catch (NoSuchFileException e) {
      // the file is being moved into its place
    }
    return answered;
  }

  private boolean isOfThisRun(Path file) {
    return Files.isRegularFile(file) && file.toFile().lastModified() >= sinceMillis;
  }

  /**
   * How long the pipeline stood still before and after a moment, by the whole file. Where no
   * request is under way, as between two steps or at a low rate, nothing stands still.
   */
  Pauses pauses(long momentMillis) throws IOException {
    try (Stream<String> rows = Files.lines(csv, StandardCharsets.ISO_8859_1)) {
      Comparator<Request> byEnd = Comparator.comparingDouble(Request::ended);
      return pauses(requests(rows).sorted(byEnd).toList(), momentMillis);
    }
  }

  private static Stream<Request> requests(Stream<String> rows) {
    return rows.map(Request::of).flatMap(Optional::stream);
  }

  /** Goes back in time, so that the beginning of the earliest later request is known. */
  private static Pauses pauses(List<Request> byEnd, long momentMillis) {
    double before = 0;
    double after = 0;
    double firstBegan = Double.POSITIVE_INFINITY;
    double nextConfirmed = Double.NEGATIVE_INFINITY; // the last request has no next one
    for (int i = byEnd.size() - 1; i >= 0; i--) {
      Request request = byEnd.get(i);
      if (request.isConfirmed()) {
        double pause = nextConfirmed - Math.max(request.ended(), firstBegan);
        if (nextConfirmed > momentMillis) {
          after = Math.max(after, pause);
        } else {
          before = Math.max(before, pause);
        }
        nextConfirmed = request.ended();
      }
      firstBegan = Math.min(firstBegan, request.began());
    }
    return new Pauses(before, after);
  }
}
