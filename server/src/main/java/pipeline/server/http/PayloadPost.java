package pipeline.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import pipeline.server.exchange.HttpError;
import pipeline.wire.codec.Lines;

/** The handling of a body, or of lines, that are a payload each. For one thread. */
public final class PayloadPost<P> implements Post<P> {
  private final Parser<P> parser;
  private final int status;
  private final Function<List<P>, String> answer;
  private final List<P> payloads = new ArrayList<>();

  /** Makes a payload of {@code body[from..to)}, or refuses it with 400. */
  @FunctionalInterface
  public interface Parser<P> {
    P payload(byte[] body, int from, int to) throws HttpError;
  }

  /**
   * @param answer makes JSON of the payloads
   */
  public PayloadPost(Parser<P> parser, int status, Function<List<P>, String> answer) {
    this.parser = parser;
    this.status = status;
    this.answer = answer;
  }

  /** Answers with 201, and the number of lines if a body has {@code many}. */
  public static <P> PayloadPost<P> created(Parser<P> parser, boolean many) {
    return new PayloadPost<>(
        parser,
        201,
        made -> many ? "{\"lines\":" + made.size() + "}" : "{\"message\":\"created\"}");
  }

  @Override
  public void line(byte[] body, int from, int to) throws HttpError {
    payloads.add(parser.payload(body, from, to));
  }

  @Override
  public Lines<P> lines() {
    return Lines.of(payloads);
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public String answer() {
    return answer.apply(payloads);
  }
}
