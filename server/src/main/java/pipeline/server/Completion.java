package pipeline.server;

/** Is told once how an entry ended, on a thread of the publisher: must neither block nor throw. */
@FunctionalInterface
interface Completion {
  void ended(Verdict verdict);
}
