package pipeline.wire.query;

/** Where the counts of words stand in every store. */
public final class WordKeys {

  /** The table with a row for each word: how often it was counted. */
  public static final String WORDS = "words";

  private WordKeys() {}
}
