package pipeline.spring;

import java.util.HashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Publishes what a line adds to the counts; a lift ride is checked only. */
@RestController
class PeerController {
  /** A line, as posted. */
  record Line(String message) {}

  /** The answer. */
  record Answer(int message) {}

  /** A ride, as posted. */
  record Ride(int time, int liftID) {}

  private final SpringPeer.CountPublisher sender;

  PeerController(SpringPeer.CountPublisher sender) {
    this.sender = sender;
  }

  /** Answers with the number of distinct words. */
  @PostMapping("/textbody/wordcount")
  Answer count(@RequestBody Line line) throws Exception {
    Map<String, Integer> words = new HashMap<>();
    for (String word : line.message().split("\\s+", -1)) {
      if (!word.isEmpty()) {
        words.merge(word, 1, Integer::sum);
      }
    }
    sender.send(words);
    return new Answer(words.size());
  }

  /** Takes the end of a run, which client.jar tells of, and ignores it. */
  @PostMapping("/runs/{run}")
  Answer end() {
    return new Answer(0);
  }

  /** Answers whether a ride of one skier on one day is in its ranges. */
  @PostMapping("/skiers/{resort}/seasons/{season}/days/{day}/skiers/{skier}")
  @ResponseStatus(HttpStatus.CREATED)
  Map<String, String> take(
      @PathVariable("resort") int resort,
      @PathVariable("season") int season,
      @PathVariable("day") int day,
      @PathVariable("skier") int skier,
      @RequestBody Ride ride) {
    check(resort, 1, 10);
    check(season, 1_000, 9_999);
    check(day, 1, 366);
    check(skier, 1, 100_000);
    check(ride.time(), 1, 360);
    check(ride.liftID(), 1, 40);
    return Map.of("message", "created");
  }

  private static void check(int number, int least, int most) {
    if (number < least || number > most) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "invalid inputs");
    }
  }
}
