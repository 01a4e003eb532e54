package pipeline.server;

/** Tells a program when to stop. */
@FunctionalInterface
interface StopSignal {
  public void await() throws InterruptedException;
}
