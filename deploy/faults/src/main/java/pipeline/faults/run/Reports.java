package pipeline.faults.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import pipeline.faults.system.RunFiles;
import pipeline.lab.system.Component;

/**
 * What the programs of a run have said about it.
 *
 * @param proof of the run's lines, by the consumer's last report
 * @param redelivered messages delivered again, by all reports together
 * @param retries requests sent again, by all clients that lived to say so
 * @param refusedCommits how often the consumer has said that it cannot make its counts durable
 * @param refusedStates how often the consumer has refused to start from what is in its directory
 * @param longestMillis the longest time from a request's first attempt to its last answer, retries
 *     and the waits between them included, by all clients that lived to say so
 */
record Reports(
    Proof proof,
    long redelivered,
    long retries,
    long refusedCommits,
    long refusedStates,
    double longestMillis) {
  static final Reports NONE = new Reports(Proof.of(List.of()), 0, 0, 0, 0, 0);

  private static final Pattern REDELIVERED = Pattern.compile("\\bredelivered=(\\d+)");
  private static final String REFUSED_STATE = "cannot use --state";
  private static final Pattern LONGEST = Pattern.compile("\"longestWait\":([0-9.]+)");
  private static final Pattern RETRIES = Pattern.compile("client: retries: (\\d+)");

  static Reports read(RunFiles files) throws IOException {
    String consumer = files.written(Component.CONSUMER);
    List<String> proofs =
        Stream.of(files.runId(), files.heldRun())
            .map(run -> lastLine(consumer, "run " + run))
            .filter(line -> !line.isEmpty())
            .toList();
    String client = files.written(Component.CLIENT);
    return new Reports(
        Proof.of(proofs),
        sum(REDELIVERED, consumer),
        sum(RETRIES, client),
        files.refusedCommits(),
        lines(consumer, REFUSED_STATE),
        longest(files.clientResults()));
  }

  private static String lastLine(String text, String start) {
    return text.lines().filter(line -> line.startsWith(start)).reduce("", (a, b) -> b);
  }

  private static long lines(String text, String holding) {
    return text.lines().filter(line -> line.contains(holding)).count();
  }

  private static double longest(List<Path> clientResults) throws IOException {
    double longest = 0;
    for (Path result : clientResults) {
      Matcher wait = LONGEST.matcher(Files.readString(result));
      longest = wait.find() ? Math.max(longest, Double.parseDouble(wait.group(1))) : longest;
    }
    return longest;
  }

  private static long sum(Pattern number, String text) {
    return number.matcher(text).results().mapToLong(found -> Long.parseLong(found.group(1))).sum();
  }
}
