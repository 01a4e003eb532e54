package pipeline.flink;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Writes lines to the files {@code DIRECTORY/NAME-0} and so on, one for each writer. A file is
 * there once it is complete, at a drain; a second one, after a failure, replaces it.
 */
final class FilesAtDrain implements Sink<String> {
  private static final long serialVersionUID = 1;

  private final String directory;
  private final String name;

  FilesAtDrain(String directory, String name) {
    this.directory = directory;
    this.name = name;
  }

  @Override
  public SinkWriter<String> createWriter(WriterInitContext context) throws IOException {
    String file = name + "-" + context.getTaskInfo().getIndexOfThisSubtask();
    Path place = Files.createDirectories(Path.of(directory)).resolve(file);
    return new Writer(place, place.resolveSibling(file + ".part"));
  }

  private static final class Writer implements SinkWriter<String> {
    private final Path place;
    private final Path part;
    private final BufferedWriter out;

    Writer(Path place, Path part) throws IOException {
      this.place = place;
      this.part = part;
      this.out = Files.newBufferedWriter(part, StandardCharsets.UTF_8);
    }

    @Override
    public void write(String line, Context context) throws IOException {
      out.write(line);
      out.write('\n');
    }

    @Override
    public void flush(boolean atEnd) throws IOException {
      if (atEnd) {
        out.close();
        Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
      Files.deleteIfExists(part);
    }
  }
}
