package pipeline.faults;

import java.util.List;
import java.util.Map;

/**
 * How the programs of a run are started. Immutable.
 *
 * @param crash {@code POINT:HIT} for the first start of the program that has this point, or empty
 * @param holdLast whether the last line is posted alone, after everything else is counted, to a
 *     program started anew: then the first hit of {@code crash} is the last of the run
 * @param prefetch messages a consumer's channel is given in advance
 * @param commitMillis the consumer's time between two durable steps
 * @param consumerFlags further options of the consumer
 * @param serverSettings further environment of the server
 * @param disk what the consumer's state stands on
 */
record Setup(
    String crash,
    boolean holdLast,
    int prefetch,
    int commitMillis,
    List<String> consumerFlags,
    Map<String, String> serverSettings,
    StateDisk.Kind disk) {

  static final Setup STANDARD =
      new Setup("", false, 500, 200, List.of(), Map.of(), StateDisk.Kind.DIRECTORY);

  Setup withCrash(String point, boolean last) {
    return new Setup(point, last, prefetch, commitMillis, consumerFlags, serverSettings, disk);
  }

  Setup withPrefetch(int messages) {
    return new Setup(crash, holdLast, messages, commitMillis, consumerFlags, serverSettings, disk);
  }

  Setup withCommitMillis(int millis) {
    return new Setup(crash, holdLast, prefetch, millis, consumerFlags, serverSettings, disk);
  }

  Setup withConsumerFlags(String... flags) {
    return new Setup(crash, holdLast, prefetch, commitMillis, List.of(flags), serverSettings, disk);
  }

  Setup withServerSettings(Map<String, String> settings) {
    return new Setup(crash, holdLast, prefetch, commitMillis, consumerFlags, settings, disk);
  }

  Setup withDisk(StateDisk.Kind kind) {
    return new Setup(crash, holdLast, prefetch, commitMillis, consumerFlags, serverSettings, kind);
  }
}
