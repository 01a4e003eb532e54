package pipeline.faults.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.faults.system.RunFiles;
import pipeline.lab.system.Component;

/**
 * What the programs of a run have said about it.
 *
 * @param bits lines counted, by the consumer's last report
 * @param gaps lines missing below the highest, by the same
 * @param suppressed duplicates left out, by the same
 * @param redelivered messages delivered again, by all reports together
 * @param retries requests sent again, by all clients that lived to say so
 * @param refusedCommits how often the consumer has said that it cannot make its counts durable
 * @param refusedStates how often the consumer has refused to start from what is in its directory
 * @param longestMillis the longest time from a request's first attempt to its last answer, retries
 *     and the waits between them included, by all clients that lived to say so
 */
record Reports(
    long bits,
    long gaps,
    long suppressed,
    long redelivered,
    long retries,
    long refusedCommits,
    long refusedStates,
    double longestMillis) {
  static final Reports NONE = new Reports(0, 0, 0, 0, 0, 0, 0, 0);

  private static final Pattern LINES = number("lines");
  private static final Pattern GAPS = number("missing");
  private static final Pattern DUPLICATES = number("duplicates");
  private static final Pattern REDELIVERED = number("redelivered");
  private static final String REFUSED_COMMIT = "counts cannot be made durable";
  private static final String REFUSED_STATE = "cannot use --state";
  private static final Pattern LONGEST = Pattern.compile("\"longestWait\":([0-9.]+)");
  private static final Pattern RETRIES = Pattern.compile("client: retries: (\\d+)");

  static Reports read(RunFiles files) throws IOException {
    String consumer = text(files.log(Component.CONSUMER));
    String proof = lastLine(consumer, "run " + files.runId());
    String client = text(files.log(Component.CLIENT));
    return new Reports(
        sum(LINES, proof),
        sum(GAPS, proof),
        sum(DUPLICATES, proof),
        sum(REDELIVERED, consumer),
        sum(RETRIES, client),
        lines(consumer, REFUSED_COMMIT),
        lines(consumer, REFUSED_STATE),
        longest(files.clientResults()));
  }

  private static String text(Path log) throws IOException {
    return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
  }

  private static String lastLine(String text, String start) {
    return text.lines().filter(line -> line.startsWith(start)).reduce("", (a, b) -> b);
  }

  private static long lines(String text, String holding) {
    return text.lines().filter(line -> line.contains(holding)).count();
  }

  private static Pattern number(String name) {
    return Pattern.compile("\\b" + name + "=(\\d+)");
  }

  private static double longest(List<Path> clientResults) throws IOException {
    double longest = 0;
    for (Path result : clientResults) {
      Matcher wait = LONGEST.matcher(text(result));
      longest = wait.find() ? Math.max(longest, Double.parseDouble(wait.group(1))) : longest;
    }
    return longest;
  }

  private static long sum(Pattern number, String text) {
    return number.matcher(text).results().mapToLong(found -> Long.parseLong(found.group(1))).sum();
  }
}
