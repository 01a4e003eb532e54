package pipeline.client.load;

/** The machine gives fewer threads than the step needs; none of them has sent anything. */
final class TooManyThreadsException extends Exception {
  private static final long serialVersionUID = 1;

  TooManyThreadsException(int started, int asked, Throwable cause) {
    super("only " + started + " of " + asked + " threads start: " + cause.getMessage(), cause);
  }
}
