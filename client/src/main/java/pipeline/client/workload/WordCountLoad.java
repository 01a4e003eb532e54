package pipeline.client.workload;

import java.io.IOException;
import java.util.OptionalLong;

/** Word count: the lines of a file are sent, and its words asked for. */
public record WordCountLoad(InputFile file) implements Workload {
  public static final String NAME = "wordcount";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public long size() {
    return file.lines();
  }

  @Override
  public OptionalLong seed() {
    return OptionalLong.empty();
  }

  @Override
  public RequestSource requests() throws IOException {
    return new LineSource(file);
  }

  @Override
  public RequestSource reads() throws IOException {
    return new WordSource(file);
  }
}
