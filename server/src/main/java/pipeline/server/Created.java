package pipeline.server;

/** The answer to what has no result but that it was taken. */
final class Created {
  static final int STATUS = 201;
  static final String JSON = "{\"message\":\"created\"}";

  private Created() {}
}
