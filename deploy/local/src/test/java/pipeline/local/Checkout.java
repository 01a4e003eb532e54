package pipeline.local;

import java.nio.file.Path;

/** The files of this checkout: the finished programs and the texts to count. */
final class Checkout {
  static final Path ROOT = Path.of("../..");

  private Checkout() {}

  /** The fat jar of {@code module}. */
  static Path jar(String module) {
    return ROOT.resolve(module).resolve("target").resolve(module + ".jar");
  }

  static Path testdata(String file) {
    return ROOT.resolve("testdata").resolve(file);
  }
}
