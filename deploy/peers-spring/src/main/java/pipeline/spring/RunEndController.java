package pipeline.spring;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers {@code POST /runs/{run}}, by which client.jar says that a run has ended, and ignores it.
 */
@RestController
class RunEndController {
  /** The answer. */
  record Answer(int message) {}

  @PostMapping("/runs/{run}")
  Answer end() {
    return new Answer(0);
  }
}
