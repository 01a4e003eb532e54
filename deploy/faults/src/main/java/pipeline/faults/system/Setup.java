package pipeline.faults.system;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import pipeline.hooks.UnsafeVariant;

/**
 * How the programs of a run are started. Immutable.
 *
 * @param crash {@code POINT:HIT} for the first start of the program that has this point, or empty
 * @param holdLast whether the last line is posted alone as a run of its own, after everything else
 *     is counted, to a program started anew: then the first hit of {@code crash} is that of the
 *     last line
 * @param prefetch messages a consumer's channel is given in advance
 * @param commitMillis the consumer's time between two commits
 * @param variant the unsafe variant at each start of its program; empty for none
 * @param serverSettings further environment of the server
 * @param consumerOptions further options of the consumer
 * @param disk the disk of the consumer's state
 */
public record Setup(
    String crash,
    boolean holdLast,
    int prefetch,
    int commitMillis,
    Optional<UnsafeVariant> variant,
    Map<String, String> serverSettings,
    List<String> consumerOptions,
    StateDisk.Kind disk) {

  public static final Setup STANDARD =
      new Setup(
          "", false, 500, 200, Optional.empty(), Map.of(), List.of(), StateDisk.Kind.DIRECTORY);

  public Setup withCrash(String point, boolean last) {
    return new Setup(
        point, last, prefetch, commitMillis, variant, serverSettings, consumerOptions, disk);
  }

  public Setup withPrefetch(int messages) {
    return new Setup(
        crash, holdLast, messages, commitMillis, variant, serverSettings, consumerOptions, disk);
  }

  public Setup withCommitMillis(int millis) {
    return new Setup(
        crash, holdLast, prefetch, millis, variant, serverSettings, consumerOptions, disk);
  }

  public Setup withVariant(UnsafeVariant unsafe) {
    return new Setup(
        crash,
        holdLast,
        prefetch,
        commitMillis,
        Optional.of(unsafe),
        serverSettings,
        consumerOptions,
        disk);
  }

  public Setup withServerSettings(Map<String, String> settings) {
    return new Setup(
        crash, holdLast, prefetch, commitMillis, variant, settings, consumerOptions, disk);
  }

  public Setup withDisk(StateDisk.Kind kind) {
    return new Setup(
        crash, holdLast, prefetch, commitMillis, variant, serverSettings, consumerOptions, kind);
  }

  public Setup withConsumerOptions(String... options) {
    return new Setup(
        crash, holdLast, prefetch, commitMillis, variant, serverSettings, List.of(options), disk);
  }
}
