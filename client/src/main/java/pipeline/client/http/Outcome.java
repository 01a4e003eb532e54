package pipeline.client.http;

import java.time.Duration;

/**
 * The outcome of one attempt. A failure is a value, never an exception.
 *
 * @param status the HTTP status, or {@link #NO_ANSWER}
 * @param isSuccess whether it was what the request was sent for
 * @param error what went wrong in one line, "" after a success
 * @param retryAfter what the server asked for, zero if it did not
 */
public record Outcome(int status, boolean isSuccess, String error, Duration retryAfter) {
  static final int NO_ANSWER = 0;

  public static Outcome success(int status) {
    return new Outcome(status, true, "", Duration.ZERO);
  }

  public static Outcome refused(int status, String error, Duration retryAfter) {
    return new Outcome(status, false, error, retryAfter);
  }

  public static Outcome unanswered(String error) {
    return new Outcome(NO_ANSWER, false, error, Duration.ZERO);
  }

  public boolean isAnswered() {
    return status != NO_ANSWER;
  }
}
