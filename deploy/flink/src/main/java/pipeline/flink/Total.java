package pipeline.flink;

import pipeline.consumer.store.Counting;

/** What is known under a key, or what is added to it. */
interface Total<T> extends Stored {
  T plus(T other);

  /** The line of the total in a file. */
  String line(Counting<?> counting);
}
