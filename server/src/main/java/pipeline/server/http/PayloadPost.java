package pipeline.server.http;

import java.util.ArrayList;
import java.util.List;
import pipeline.server.exchange.HttpError;
import pipeline.wire.codec.Lines;

/**
 * The handling of a body, or of lines, that are a payload each: 201, and with many lines their
 * number. For one thread.
 */
public final class PayloadPost<P> implements Post<P> {
  private final Parser<P> parser;
  private final boolean many;
  private final List<P> payloads = new ArrayList<>();

  /** Makes a payload of {@code body[from..to)}, or refuses it with 400. */
  @FunctionalInterface
  public interface Parser<P> {
    P payload(byte[] body, int from, int to) throws HttpError;
  }

  /**
   * @param many whether the body has many lines, not one
   */
  public PayloadPost(Parser<P> parser, boolean many) {
    this.parser = parser;
    this.many = many;
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
    return 201;
  }

  @Override
  public String answer() {
    return many ? "{\"lines\":" + payloads.size() + "}" : "{\"message\":\"created\"}";
  }
}
