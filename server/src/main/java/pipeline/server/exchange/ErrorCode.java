package pipeline.server.exchange;

import java.util.Locale;

/** The reasons why requests get an error, each with its HTTP status and its name in metrics. */
public enum ErrorCode {
  INVALID(400),
  UNAUTHORIZED(401),
  /** A browser sent the request from a page of another site. */
  CROSS_SITE(403),
  NOT_FOUND(404),
  METHOD(405),
  SLOW_BODY(408),
  /** The run began too long ago, or begins too far ahead. */
  RUN_AGE(409),
  /** The run has ended with another number of lines. */
  RUN_END(409),
  TOO_LONG(413),
  MEDIA_TYPE(415),
  /** The server failed; the log says how. */
  FAILURE(500),
  /** The request is a read, and the server has no store to ask. */
  NO_STORE(501),
  /** The broker is away, takes nothing, or refused the message. */
  BROKER(503),
  /** The limit of requests that wait for the broker is reached. */
  OVERLOAD(503),
  /** No confirm came within the publish deadline. */
  NO_CONFIRM(503),
  /** The store cannot be asked. */
  STORE(503),
  STOPPING(503);

  private final int status;

  ErrorCode(int status) {
    this.status = status;
  }

  int status() {
    return status;
  }

  /** The name in lower case with underscores. */
  String spelled() {
    return name().toLowerCase(Locale.ROOT);
  }
}
