package pipeline.consumer;

/** A word's total at one moment. */
record WordCount(String word, long count) {}
