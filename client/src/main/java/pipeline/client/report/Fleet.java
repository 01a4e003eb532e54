package pipeline.client.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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

  private Fleet() {}

  /**
   * Reads the files of {@code --json} of all clients and adds them up; warns of clocks that differ.
   *
   * @param arguments the command line
   * @throws BadInputException if they cannot be added up
   */
  public static MergedResult merge(List<String> files, List<String> arguments, Console console)
      throws BadInputException {
    List<ResultPart> parts = new ArrayList<>();
    for (String file : files) {
      parts.add(ResultPart.read(file));
    }
    refuseAnother(parts, "run", part -> part.run().runId().toString());
    refuseAnother(parts, "input", part -> text(part.run().input()));
    refuseAnother(parts, "number of rounds", Fleet::rounds);
    refuseAnother(parts, "number of parts", part -> Integer.toString(part.run().part().of()));
    refuseUnlessComplete(parts);
    warnOfClocks(parts, console);
    return MergedResult.of(parts, arguments);
  }

  private static String text(Input input) {
    return "%s, %s lines, %s, %s a request"
        .formatted(
            input.workload(),
            Console.grouped(input.size()),
            input.isFile() ? input.checksum().orElse("?") : "seed " + input.seed().getAsLong(),
            input.linesPerRequest());
  }

  private static String rounds(ResultPart part) {
    OptionalLong rounds = part.run().rounds();
    return rounds.isPresent() ? Long.toString(rounds.getAsLong()) : "until its time is over";
  }

  private static void refuseAnother(
      List<ResultPart> parts, String what, Function<ResultPart, String> of)
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

  private static void refuseUnlessComplete(List<ResultPart> parts) throws BadInputException {
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

  private static void warnOfClocks(List<ResultPart> parts, Console console) {
    List<ResultPart> told =
        parts.stream().filter(part -> part.run().serverAheadMillis().isPresent()).toList();
    if (told.isEmpty()) {
      return;
    }
    Comparator<ResultPart> byClock = Comparator.comparingLong(Fleet::ahead);
    ResultPart behind = Collections.max(told, byClock);
    ResultPart other = Collections.min(told, byClock);
    double apart = (ahead(behind) - ahead(other)) / MILLIS_PER_SECOND;
    if (apart > 1) {
      console.tell(
          String.format(
              Locale.ROOT,
              "the clock of %s is %.1f s behind that of %s, by the Date of their servers, which"
                  + " their seconds are put in order by",
              behind.file(),
              apart,
              other.file()));
    }
  }

  private static long ahead(ResultPart part) {
    return part.run().serverAheadMillis().getAsLong();
  }
}
