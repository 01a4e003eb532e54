package pipeline.faults.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.faults.system.RunFiles;
import pipeline.rig.Component;
import pipeline.rig.ConsumerReport;

/**
 * What the programs of a run have said about it.
 *
 * @param runs whose lines were sent, by the consumer's last report
 * @param redelivered messages delivered again, by all reports together
 * @param retries requests sent again, by all clients that lived to say so
 * @param refusedCommits how often the consumer has said that it cannot make its counts durable
 * @param refusedStates how often the consumer has refused to start from what is in its directory
 * @param longestMillis the longest time from a request's first attempt to its last answer, retries
 *     and the waits between them included, by all clients that lived to say so
 */
record Reports(
    ConsumerReport.Runs runs,
    long redelivered,
    long retries,
    long refusedCommits,
    long refusedStates,
    double longestMillis) {
  static final Reports NONE = new Reports(new ConsumerReport("").runs(), 0, 0, 0, 0, 0);

  private static final Pattern LONGEST = Pattern.compile("\"longestWait\":([0-9.]+)");
  private static final Pattern RETRIES = Pattern.compile("client: retries: (\\d+)");

  static Reports read(RunFiles files) throws IOException {
    ConsumerReport consumer = files.consumerReport();
    long retries =
        RETRIES
            .matcher(files.written(Component.CLIENT))
            .results()
            .mapToLong(found -> Long.parseLong(found.group(1)))
            .sum();
    return new Reports(
        consumer.runs(files.runId(), files.heldRun()),
        consumer.redelivered(),
        retries,
        files.refusedCommits(),
        consumer.saying("cannot use --state"),
        longest(files.clientResults()));
  }

  private static double longest(List<Path> clientResults) throws IOException {
    double longest = 0;
    for (Path result : clientResults) {
      Matcher wait = LONGEST.matcher(Files.readString(result));
      longest = wait.find() ? Math.max(longest, Double.parseDouble(wait.group(1))) : longest;
    }
    return longest;
  }
}
