package pipeline.wire.codec;

import static pipeline.wire.codec.MalformedMessageException.refuseIf;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;

/** Decodes a whole message body before any part of it takes effect. Thread-safe. */
public record BatchDecoder<P>(PayloadFormat<P> format) {
  /**
   * The longest message that our servers send: a line of 1 MiB as entry, with room for its JSON.
   */
  public static final int MAX_MESSAGE_BYTES = 8 << 20;

  /**
   * The most malformed elements of a message that is refused in parts; with more, it is malformed
   * as a whole.
   */
  private static final int MAX_MALFORMED = 1_000;

  private static final int MAX_DEPTH = 8;
  private static final int MAX_NUMBER_DIGITS = 20;

  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          // words are field names: a shared table of names would be copied for each new word
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(MAX_NUMBER_DIGITS)
                  .maxNameLength(MAX_MESSAGE_BYTES)
                  .maxStringLength(MAX_MESSAGE_BYTES)
                  .build())
          .build();

  /**
   * The elements of a message, at least one of any kind.
   *
   * @param ends of runs that have lines here or in other messages
   * @param malformed the elements of the array that are neither entries of this format nor ends
   */
  public record Decoded<P>(
      List<Entry<P>> entries, List<RunEnd> ends, List<MalformedEntry> malformed) {
    private boolean isEmpty() {
      return entries.isEmpty() && ends.isEmpty() && malformed.isEmpty();
    }
  }

  /**
   * An element of the array that cannot be counted.
   *
   * @param json the element as it stands in the message
   */
  public record MalformedEntry(String json, String reason) {}

  /**
   * Reads a message and judges each element by itself: a malformed one does not spoil those beside
   * it.
   *
   * @throws MalformedMessageException if the body is not a JSON array with at least one element
   */
  public Decoded<P> decodeEach(byte[] body) throws MalformedMessageException {
    // before anything reads the body, since characters and objects take a multiple of its length
    if (body.length > MAX_MESSAGE_BYTES) {
      throw new MalformedMessageException(
          "a message of " + body.length + " bytes is longer than " + MAX_MESSAGE_BYTES);
    }
    // the characters alone: beside them the text would take as much memory again while it is read
    char[] text =
        WordText.decoded(body, 0, body.length)
            .orElseThrow(() -> new MalformedMessageException("the body is not UTF-8"))
            .toCharArray();
    try (JsonParser in = JSON.createParser(text)) {
      refuseIf(in.nextToken() != JsonToken.START_ARRAY, "the body is not a JSON array");
      Decoded<P> decoded = new Decoded<>(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      while (in.nextToken() != JsonToken.END_ARRAY) {
        parseElement(in, text, decoded);
        if (decoded.malformed().size() > MAX_MALFORMED) {
          throw new MalformedMessageException(decoded.malformed().get(0).reason());
        }
      }
      refuseIf(decoded.isEmpty(), "the body is not an array of one or more entries");
      refuseIf(in.nextToken() != null, "something follows the array");
      return decoded;
    } catch (IOException e) {
      throw new MalformedMessageException("not JSON, or beyond its limits", e);
    }
  }

  /** Parses an element, and leaves the parser on its last token even if it is malformed. */
  private void parseElement(JsonParser in, char[] text, Decoded<P> decoded)
      throws IOException, MalformedMessageException {
    JsonToken first = in.currentToken();
    int from = (int) in.currentTokenLocation().getCharOffset();
    JsonStreamContext array =
        first.isStructStart() ? in.getParsingContext().getParent() : in.getParsingContext();
    try {
      readElement(in, decoded);
    } catch (MalformedMessageException | InputCoercionException e) {
      while (in.getParsingContext() != array) {
        in.nextToken(); // fails at the end of the text
      }
      in.finishToken();
      int to = (int) in.currentLocation().getCharOffset();
      String json = new String(text, from, to - from);
      decoded
          .malformed()
          .add(new MalformedEntry(json, e.getMessage().lines().findFirst().orElse("")));
    }
  }

  private void readElement(JsonParser in, Decoded<P> decoded)
      throws IOException, MalformedMessageException {
    refuseIf(in.currentToken() != JsonToken.START_OBJECT, "an entry is not an object");
    String run = null;
    Integer seq = null;
    Lines<P> lines = null;
    Long end = null;
    for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
      JsonToken value = in.nextToken();
      if (field.equals("run") && value == JsonToken.VALUE_STRING && run == null) {
        run = in.getText();
      } else if (field.equals("seq") && value == JsonToken.VALUE_NUMBER_INT && seq == null) {
        seq = in.getIntValue();
      } else if (field.equals(format.field()) && lines == null) {
        lines = Lines.of(List.of(format.read(in)));
      } else if (field.equals("first")
          && value == JsonToken.VALUE_NUMBER_INT
          && seq == null
          && lines == null) {
        seq = in.getIntValue();
        in.nextToken();
        lines = format.readLines(in);
      } else if (field.equals("lines") && value == JsonToken.VALUE_NUMBER_INT && end == null) {
        end = in.getLongValue();
      } else {
        throw new MalformedMessageException(
            "an entry has a field that is unknown or of a wrong type, or repeats a field");
      }
    }
    boolean isEntry = seq != null && lines != null && end == null;
    boolean isEnd = seq == null && lines == null && end != null;
    if (run == null || !(isEntry || isEnd)) {
      throw new MalformedMessageException(
          "an entry needs run, and seq from 0 with %s, or first from 0 with the lines of a range, or"
                  .formatted(format.field())
              + " the number of lines at the run's end");
    }
    try {
      RunId id = RunId.parse(run);
      if (isEnd) {
        decoded.ends().add(new RunEnd(id, end));
      } else {
        decoded.entries().add(new Entry<>(new RequestKey(id, seq), lines));
      }
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }
}
