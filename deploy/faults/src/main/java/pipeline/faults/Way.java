package pipeline.faults;

/** The two directions of a proxied connection. */
public enum Way {
  /** From the program that connected to the one it wanted. */
  THERE,
  /** The answers. */
  BACK
}
