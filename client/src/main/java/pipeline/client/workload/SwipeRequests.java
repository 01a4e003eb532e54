package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import pipeline.client.http.Request;
import pipeline.client.http.Request.Success;

/**
 * Random swipes. The reads ask for the matches and the statistics of the first swiper, then of the
 * second, and so on; a swiper none of whose swipes is counted yet is unknown.
 */
record SwipeRequests(long seed) implements RequestGenerator {
  private static final int SWIPERS = 5_000;
  private static final int SWIPEES = 1_000_000;
  private static final int COMMENT_LENGTHS = 64;
  private static final int LETTERS = 26;

  @Override
  public Request post(long seq) {
    String body = "{" + usersAndComment(seq) + "}";
    return Request.post(seq, "/swipe/" + direction(seq), body.getBytes(US_ASCII));
  }

  @Override
  public String line(long seq) {
    return "{\"direction\":\"" + direction(seq) + "\"," + usersAndComment(seq) + "}";
  }

  @Override
  public String linesPath() {
    return "/swipe";
  }

  private String direction(long seq) {
    return value(seq, 0, 2) == 1 ? "right" : "left";
  }

  private String usersAndComment(long seq) {
    return "\"swiper\":\""
        + swiper(seq)
        + "\",\"swipee\":\""
        + (1 + value(seq, 2, SWIPEES))
        + "\",\"comment\":\""
        + comment(seq)
        + "\"";
  }

  @Override
  public Request get(long seq) {
    String question = seq % 2 == 0 ? "/matches/" : "/stats/";
    return Request.get(seq, question + swiper(seq / 2), Success.OURS_OR_NOTHING);
  }

  private int swiper(long swipe) {
    return 1 + value(swipe, 1, SWIPERS);
  }

  private String comment(long swipe) {
    char letter = (char) ('a' + value(swipe, 4, LETTERS));
    return Character.toString(letter).repeat(value(swipe, 3, COMMENT_LENGTHS));
  }
}
