package pipeline.spring;

import java.util.HashMap;
import java.util.Map;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Answers {@code POST /textbody/wordcount} with the number of distinct words. */
@RestController
class WordCountController {

  /** A line, as posted. */
  record Line(String message) {}

  /** The answer. */
  record Answer(int message) {}

  private final CountPublisher sender;

  WordCountController(CountPublisher sender) {
    this.sender = sender;
  }

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
}
