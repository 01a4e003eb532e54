package pipeline.testkit.proxy;

/** The two directions of a proxied connection. */
public enum Direction {
  /** The direction from the program that connected to the one it wanted. */
  THERE,
  /** The direction of the answers. */
  BACK
}
