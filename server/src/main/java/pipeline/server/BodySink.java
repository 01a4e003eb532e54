package pipeline.server;

/** Gets a whole body, once; a body that is refused never comes here. */
@FunctionalInterface
interface BodySink {

  /** The body is {@code bytes[0..length)}. Must not block. */
  void body(byte[] bytes, int length);
}
