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

/** Takes lines and lift rides, and publishes what each adds to the counts. */
@RestController
class PeerController {
  private static final int METRES_A_LIFT_NUMBER = 10;

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

  /** Takes one ride of one skier on one day. */
  @PostMapping("/skiers/{resort}/seasons/{season}/days/{day}/skiers/{skier}")
  @ResponseStatus(HttpStatus.CREATED)
  Map<String, String> take(
      @PathVariable("resort") int resort,
      @PathVariable("season") int season,
      @PathVariable("day") int day,
      @PathVariable("skier") int skier,
      @RequestBody Ride ride)
      throws Exception {
    check(resort, 1, 10);
    check(season, 1_000, 9_999);
    check(day, 1, 366);
    check(skier, 1, 100_000);
    check(ride.time(), 1, 360);
    check(ride.liftID(), 1, 40);
    int vertical = ride.liftID() * METRES_A_LIFT_NUMBER;
    String taken = resort + "/" + season + "/" + day + "/" + ride.time() + "/" + ride.liftID();
    Map<String, Integer> counts = new HashMap<>();
    counts.put("skier:" + skier + "/" + season, vertical);
    counts.put("day:" + resort + ":" + season + ":" + day + "/" + skier, vertical);
    counts.put("rides:" + skier + "/" + taken, 1);
    sender.send(counts);
    return Map.of("message", "created");
  }

  private static void check(int number, int least, int most) {
    if (number < least || number > most) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "invalid inputs");
    }
  }
}
