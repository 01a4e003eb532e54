package pipeline.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import pipeline.server.exchange.HttpError;
import pipeline.wire.codec.Lines;

/**
 * The handling of one POST: it takes the body, or the lines of a body of many in turn, and then
 * gives the lines to publish and the answer to the client. For one thread.
 *
 * @param <P> what a line's entry carries
 * @param taker takes the body, or its next line, which is not empty and without its end
 * @param lines the lines for the consumer; called only if there is a line
 * @param status the HTTP status that the client gets once the broker has all lines
 * @param answer the JSON of the answer
 */
public record Post<P>(
    Parser<?> taker, Supplier<Lines<P>> lines, int status, Supplier<String> answer) {

  /** Reads {@code body[from..to)}, or refuses it with 400 if it has not the form it should have. */
  @FunctionalInterface
  public interface Parser<T> {
    T parse(byte[] body, int from, int to) throws HttpError;
  }

  /**
   * The handling of a body, or of lines, that are a payload each.
   *
   * @param answer makes JSON of the payloads
   */
  public static <P> Post<P> of(Parser<P> parser, int status, Function<List<P>, String> answer) {
    List<P> payloads = new ArrayList<>();
    return new Post<>(
        (body, from, to) -> payloads.add(parser.parse(body, from, to)),
        () -> Lines.of(payloads),
        status,
        () -> answer.apply(payloads));
  }

  /** Answers with 201, and the number of lines if a body has {@code many}. */
  public static <P> Post<P> created(Parser<P> parser, boolean many) {
    return of(
        parser,
        201,
        made -> many ? "{\"lines\":" + made.size() + "}" : "{\"message\":\"created\"}");
  }
}
