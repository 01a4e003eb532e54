package pipeline.wire.query;

import java.util.Optional;
import java.util.stream.Collectors;
import pipeline.wire.workload.Swipe;

/**
 * The queries of swipes: {@code GET /matches/{user}} for at most 100 users whom the user has swiped
 * to the right, in no order; {@code GET /stats/{user}} for the numbers of the user's swipes to the
 * right and to the left. Both are 404 for a user who has not swiped.
 *
 * @param matches whether the counts are those of the consumer that knows the users who were liked
 * @param stats whether they are those of the consumer that counts likes and dislikes
 */
public record SwipeQueries(boolean matches, boolean stats) implements QueryHandler {

  private static final PathTemplate MATCHES =
      new PathTemplate("/matches/{}", PathTemplate.upTo(Swipe.SWIPERS));
  private static final PathTemplate STATS =
      new PathTemplate("/stats/{}", PathTemplate.upTo(Swipe.SWIPERS));
  private static final int MAX_MATCHES = 100;
  private static final JsonResponse UNKNOWN = JsonResponse.error(404, "this user has not swiped");

  /** The queries of a store that has the counts of both consumers. */
  public static SwipeQueries all() {
    return new SwipeQueries(true, true);
  }

  /** The queries of a consumer that knows only the users who were liked. */
  public static SwipeQueries onlyMatches() {
    return new SwipeQueries(true, false);
  }

  /** The queries of a consumer that counts only likes and dislikes. */
  public static SwipeQueries onlyStats() {
    return new SwipeQueries(false, true);
  }

  @Override
  public Optional<JsonResponse> answer(String path, CounterQueries counts) {
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

  private static JsonResponse matches(int user, CounterQueries counts) {
    if (!counts.contains(StoreKeys.SWIPERS, Integer.toString(user))) {
      return UNKNOWN;
    }
    return JsonResponse.ok(
        counts.members(StoreKeys.LIKED + user, MAX_MATCHES).stream()
            .map(JsonResponse::quoted)
            .collect(Collectors.joining(",", "{\"matchList\":[", "]}")));
  }

  private static JsonResponse stats(int user, CounterQueries counts) {
    long likes = counts.number(StoreKeys.LIKES + user);
    long dislikes = counts.number(StoreKeys.DISLIKES + user);
    return likes == 0 && dislikes == 0
        ? UNKNOWN
        : JsonResponse.ok("{\"numLikes\":" + likes + ",\"numDislikes\":" + dislikes + "}");
  }
}
