package pipeline.client.report;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import pipeline.client.input.BadInputException;
import pipeline.client.workload.Input;
import pipeline.wire.process.Console;

/** The results of the clients of a fleet, which must be all of them, of one run and one input. */
public final class Fleet {
  private static final double MILLIS_PER_SECOND = 1e3;

  private final List<ResultPart> parts;

  private Fleet(List<ResultPart> parts) {
    this.parts = parts;
  }

  /**
   * Reads the files of {@code --json} of all clients.
   *
   * @throws BadInputException if they cannot be added up
   */
  public static Fleet read(List<String> files) throws BadInputException {
    List<ResultPart> parts = new ArrayList<>();
    for (String file : files) {
      parts.add(ResultPart.read(file));
    }
    Fleet fleet = new Fleet(parts);
    fleet.refuseAnother("run", part -> part.run().runId().toString());
    fleet.refuseAnother("input", part -> text(part.run().input()));
    fleet.refuseAnother("number of rounds", Fleet::rounds);
    fleet.refuseAnother("number of parts", part -> Integer.toString(part.run().part().of()));
    fleet.refuseUnlessComplete();
    return fleet;
  }

  private static String text(Input input) {
    return "%s, %s lines, %s, %s a request"
        .formatted(
            input.workload(),
            input.size(),
            input.isFile() ? input.checksum().orElse("?") : "seed " + input.seed().getAsLong(),
            input.linesPerRequest());
  }

  private static String rounds(ResultPart part) {
    OptionalLong rounds = part.run().rounds();
    return rounds.isPresent() ? Long.toString(rounds.getAsLong()) : "until its time is over";
  }

  private void refuseAnother(String what, Function<ResultPart, String> of)
      throws BadInputException {
    ResultPart first = parts.get(0);
    for (ResultPart part : parts) {
      if (!of.apply(part).equals(of.apply(first))) {
        throw new BadInputException(
            "%s: has another %s (%s) than %s (%s)"
                .formatted(part.file(), what, of.apply(part), first.file(), of.apply(first)));
      }
    }
  }

  private void refuseUnlessComplete() throws BadInputException {
    Map<Integer, ResultPart> byNumber = new TreeMap<>();
    for (ResultPart part : parts) {
      ResultPart twin = byNumber.putIfAbsent(part.run().part().number(), part);
      if (twin != null) {
        throw new BadInputException(
            part.file() + ": is part " + part.run().part() + ", as " + twin.file() + " is");
      }
    }
    int of = parts.get(0).run().part().of();
    String missing =
        IntStream.rangeClosed(1, of)
            .filter(number -> !byNumber.containsKey(number))
            .mapToObj(number -> number + "/" + of)
            .collect(joining(", "));
    if (!missing.isEmpty()) {
      throw new BadInputException("not all of the fleet: no result of part " + missing);
    }
  }

  /**
   * Adds the results up, and warns of clocks that differ.
   *
   * @param arguments the command line
   */
  public MergedResult merge(List<String> arguments, Console console) {
    List<ResultPart> told =
        parts.stream().filter(part -> part.run().serverAheadMillis().isPresent()).toList();
    ResultPart[] byClock =
        told.stream().sorted(comparingLong(Fleet::ahead)).toArray(ResultPart[]::new);
    if (byClock.length > 0) {
      ResultPart behind = byClock[byClock.length - 1];
      double apart = (ahead(behind) - ahead(byClock[0])) / MILLIS_PER_SECOND;
      if (apart > 1) {
        console.tell(
            String.format(
                Locale.ROOT,
                "the clock of %s is %.1f s behind that of %s, by the Date of their servers, which"
                    + " their seconds are put in order by",
                behind.file(),
                apart,
                byClock[0].file()));
      }
    }
    return MergedResult.of(parts, arguments);
  }

  private static long ahead(ResultPart part) {
    return part.run().serverAheadMillis().getAsLong();
  }
}
