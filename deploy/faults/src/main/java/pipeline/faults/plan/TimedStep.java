package pipeline.faults.plan;

/**
 * A step with its times, in milliseconds since the load began.
 *
 * @param healMillis when it is undone
 */
public record TimedStep(int atMillis, int healMillis, Step step) {

  @Override
  public String toString() {
    return atMillis + ".." + healMillis + " ms " + step;
  }
}
