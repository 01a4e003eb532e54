package pipeline.testkit.proxy;

/** The two directions of a proxied connection. */
public enum Direction {
  /** From the program that connected to the one it wanted. */
  THERE,
  /** The answers. */
  BACK
}
