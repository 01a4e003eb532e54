package pipeline.faults.plan;

/**
 * An action with its times, in milliseconds since the load began.
 *
 * @param healMillis when it is undone
 */
public record TimedAction(int atMillis, int healMillis, FaultAction action) {

  @Override
  public String toString() {
    return atMillis + ".." + healMillis + " ms " + action;
  }
}
