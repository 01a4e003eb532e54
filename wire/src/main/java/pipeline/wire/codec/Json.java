package pipeline.wire.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;

/** The one JSON dialect of the messages: strict, and bounded in every direction. */
final class Json {
  private static final int MAX_DEPTH = 8;
  private static final int MAX_NUMBER_DIGITS = 20;

  private Json() {}

  static JsonFactory factory() {
    return new JsonFactoryBuilder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        // four bytes instead of twelve, and nothing to unescape: see PlainBatch
        .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
        // words are field names: a shared table of names would be copied for each new word
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxNumberLength(MAX_NUMBER_DIGITS)
                .maxNameLength(BatchDecoder.MAX_MESSAGE_BYTES)
                .maxStringLength(BatchDecoder.MAX_MESSAGE_BYTES)
                .maxDocumentLength(BatchDecoder.MAX_MESSAGE_BYTES)
                .build())
        .build();
  }
}
