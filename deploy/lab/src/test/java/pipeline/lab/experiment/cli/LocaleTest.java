package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.rig.machine.Scratch;

/** Tests that what is printed and written does not depend on the user's language. */
class LocaleTest extends OnFakeRunner {
  private static final Locale OURS = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(OURS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fa-IR", "de-DE", "tr-TR"})
  void experimentHelpAndErrorsAreTheSame(String language) throws IOException {
    String expected = said(Locale.ROOT);

    assertThat(said(Locale.forLanguageTag(language))).isEqualTo(expected);
  }

  /** What is printed, and every file that an experiment writes. */
  private String said(Locale locale) throws IOException {
    Locale.setDefault(locale);
    StringBuilder all = new StringBuilder();
    assertThat(run(FAKE, "--threads 32,64 --queue classic,quorum")).as(err.toString()).isZero();
    all.append(out);
    try (Stream<Path> files = Files.list(home.resolve("out"))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.append(file).append(Files.readString(file));
      }
    }
    Scratch.delete(home.resolve("out"));
    for (String arguments :
        List.of("--help", "preset --help", "preset", "--rounds 0", "--rounds 1.5")) {
      main(NONE, arguments);
      all.append(out).append(err);
    }
    return all.toString();
  }
}
