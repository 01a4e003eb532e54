package pipeline.faults;

/**
 * A step with its times, in milliseconds since the load began.
 *
 * @param healMillis when it is undone
 */
record TimedStep(int atMillis, int healMillis, Step step) {

  @Override
  public String toString() {
    return atMillis + ".." + healMillis + " ms " + step;
  }
}
