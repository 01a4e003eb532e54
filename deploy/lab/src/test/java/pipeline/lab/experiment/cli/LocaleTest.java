package pipeline.lab.experiment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
  @ValueSource(strings = {"fa-IR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "de-DE", "tr-TR"})
  void anExperimentIsTheSame(String language) throws IOException {
    Map<String, String> expected = experiment(Locale.ROOT);

    assertThat(experiment(Locale.forLanguageTag(language))).isEqualTo(expected);
    assertThat(expected).hasSizeGreaterThan(5);
  }

  /** What an experiment prints, and each file that it writes, by name. */
  private Map<String, String> experiment(Locale locale) throws IOException {
    Locale.setDefault(locale);
    out.getBuffer().setLength(0);
    Path directory = home.resolve("out");
    List<String> options = List.of("--threads", "32,64", "--queue", "classic,quorum");
    assertThat(run(directory, options, fake(-1))).as(err.toString()).isZero();
    Map<String, String> all = new TreeMap<>(Map.of("stdout", out.toString()));
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    Scratch.delete(directory);
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"fa-IR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "de-DE", "tr-TR"})
  void helpAndErrorsAreTheSame(String language) {
    String expected = said(Locale.ROOT);

    assertThat(said(Locale.forLanguageTag(language))).isEqualTo(expected);
  }

  private String said(Locale locale) {
    Locale.setDefault(locale);
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    for (String arguments :
        List.of("--help", "preset --help", "preset", "--rounds 0", "--rounds 1.5")) {
      Main.run(arguments.split(" ", -1), writer(out), writer(err), NONE);
    }
    return out + "" + err;
  }
}
