package pipeline.wire;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code GET /matches/{user}}: at most 100 whom the user has swiped to the right, in no order;
 * {@code GET /stats/{user}}: how often the user has swiped to the right and to the left. Both are
 * 404 for a user who has not swiped.
 */
public final class SwipeReads implements Reads {

  private static final PathForm MATCHES = new PathForm("/matches/{1-5000}");
  private static final PathForm STATS = new PathForm("/stats/{1-5000}");
  private static final int MAX_MATCHES = 100;
  private static final ReadAnswer UNKNOWN = ReadAnswer.error(404, "this user has not swiped");

  private final boolean matches;
  private final boolean stats;

  private SwipeReads(boolean matches, boolean stats) {
    this.matches = matches;
    this.stats = stats;
  }

  /** Where both consumers' results are. */
  public static SwipeReads all() {
    return new SwipeReads(true, true);
  }

  /** Where only those who were liked are known. */
  public static SwipeReads onlyMatches() {
    return new SwipeReads(true, false);
  }

  /** Where only likes and dislikes are counted. */
  public static SwipeReads onlyStats() {
    return new SwipeReads(false, true);
  }

  @Override
  public Optional<ReadAnswer> answer(String path, Counts counts) {
    try {
      if (matches && path.startsWith("/matches/")) {
        return Optional.of(matches(MATCHES.numbers(path)[0], counts));
      }
      if (stats && path.startsWith("/stats/")) {
        return Optional.of(stats(STATS.numbers(path)[0], counts));
      }
      return Optional.empty();
    } catch (BadPathException e) {
      return Optional.of(UNKNOWN);
    }
  }

  private static ReadAnswer matches(int user, Counts counts) {
    if (!counts.contains(SwipeKeys.SWIPERS, Integer.toString(user))) {
      return UNKNOWN;
    }
    JsonStringEncoder encoder = JsonStringEncoder.getInstance();
    return ReadAnswer.ok(
        counts.members(SwipeKeys.liked(user), MAX_MATCHES).stream()
            .map(liked -> "\"" + new String(encoder.quoteAsString(liked)) + "\"")
            .collect(Collectors.joining(",", "{\"matchList\":[", "]}")));
  }

  private static ReadAnswer stats(int user, Counts counts) {
    long likes = counts.number(SwipeKeys.likes(user));
    long dislikes = counts.number(SwipeKeys.dislikes(user));
    return likes == 0 && dislikes == 0
        ? UNKNOWN
        : ReadAnswer.ok("{\"numLikes\":" + likes + ",\"numDislikes\":" + dislikes + "}");
  }
}
