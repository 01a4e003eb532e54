package pipeline.client.workload;

import java.io.IOException;
import java.util.Optional;
import pipeline.client.http.Request;

/**
 * Word count's requests: the lines of a file, in order, over and over. A request's number counts
 * the non-empty lines from 0 and goes on through the repetitions.
 */
final class LineSource implements RequestSource {
  private static final String PATH = "/textbody/wordcount";

  private final CyclicLines lines;
  private long seq;

  LineSource(InputFile file) throws IOException {
    this.lines = new CyclicLines(file);
  }

  /** Only reading holds the lock; the body is made by the thread that sends it. */
  @Override
  public Optional<Request> next() throws IOException {
    Optional<byte[]> line;
    long number;
    synchronized (this) {
      line = lines.next();
      number = seq++;
    }
    return line.map(text -> new Request(number, "POST", PATH, JsonMessage.of(text)));
  }

  @Override
  public synchronized void close() throws IOException {
    lines.close();
  }
}
