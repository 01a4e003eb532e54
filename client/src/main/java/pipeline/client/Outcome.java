package pipeline.client;

import java.time.Duration;

/**
 * How one attempt ended. A failure is an outcome like any other, never an exception.
 *
 * @param status the HTTP status, or {@link #NO_ANSWER}
 * @param error what went wrong in one line, "" after a success
 * @param retryAfter what the server asked for, zero if it did not
 */
record Outcome(int status, String error, Duration retryAfter) {
  static final int NO_ANSWER = 0;

  static Outcome success(int status) {
    return new Outcome(status, "", Duration.ZERO);
  }

  static Outcome refused(int status, String error, Duration retryAfter) {
    return new Outcome(status, error, retryAfter);
  }

  static Outcome unanswered(String error) {
    return new Outcome(NO_ANSWER, error, Duration.ZERO);
  }

  boolean isSuccess() {
    return status / 100 == 2;
  }

  boolean isAnswered() {
    return status != NO_ANSWER;
  }
}
