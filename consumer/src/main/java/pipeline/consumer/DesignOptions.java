package pipeline.consumer;

import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.Workload;

/** The options that choose the design, and those of the reference design. Immutable once parsed. */
final class DesignOptions {
  private static final Set<String> OF_REFERENCE =
      Set.of(
          "--design",
          "--merge",
          "--workload",
          "--ack",
          "--prefetch",
          "--until-idle",
          "--dump",
          "--quiet",
          "--report");

  @Option(
      names = "--design",
      paramLabel = "NAME",
      defaultValue = "exact",
      description =
          "exact; or reference: the design of the reports, which loses counts; default"
              + " ${DEFAULT-VALUE}")
  private String design;

  @Option(
      names = "--merge",
      paramLabel = "HOW",
      description =
          "with --design reference: atomic; or get-then-put, which loses updates; default:"
              + " get-then-put")
  private String merge;

  boolean isReference() {
    return design.equals("reference");
  }

  boolean isAtomic() {
    return "atomic".equals(merge);
  }

  /**
   * @throws IllegalArgumentException with one line that names what is wrong
   */
  void check(ParseResult given, String workload) {
    if (!design.equals("exact") && !isReference()) {
      throw Settings.bad("--design", design, "exact or reference");
    }
    if (merge != null && !merge.equals("get-then-put") && !isAtomic()) {
      throw Settings.bad("--merge", merge, "get-then-put or atomic");
    }
    if (!isReference()) {
      if (merge != null) {
        throw new IllegalArgumentException("--merge is for --design reference");
      }
      return;
    }
    for (OptionSpec option : given.matchedOptions()) {
      if (!OF_REFERENCE.contains(option.longestName())) {
        throw new IllegalArgumentException("--design reference has no " + option.longestName());
      }
    }
    if (!workload.equals(Workload.Counter.WORDCOUNT.spelled())) {
      throw Settings.bad("--workload", workload, "wordcount with --design reference");
    }
  }
}
