package pipeline.server;

import java.util.Map;

/** One AMQP message before it has a channel. Nobody changes its body. */
final class Message {
  private final String contentType;
  private final Map<String, Object> headers;
  private final byte[] body;

  Message(String contentType, Map<String, Object> headers, byte[] body) {
    this.contentType = contentType;
    this.headers = headers;
    this.body = body;
  }

  String contentType() {
    return contentType;
  }

  Map<String, Object> headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }
}
