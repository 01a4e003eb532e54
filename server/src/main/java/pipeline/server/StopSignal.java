package pipeline.server;

/** Tells a program when to stop. */
@FunctionalInterface
interface StopSignal {
  void await() throws InterruptedException;
}
