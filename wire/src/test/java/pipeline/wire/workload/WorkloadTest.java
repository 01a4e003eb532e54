package pipeline.wire.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.BatchDecoder;
import pipeline.wire.codec.Entry;
import pipeline.wire.codec.EntryEncoder;
import pipeline.wire.codec.Lines;
import pipeline.wire.codec.MalformedMessageException;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;
import pipeline.wire.settings.Settings;

/**
 * Workloads are found by their names, and lift rides and swipes are read as they stand in messages.
 */
class WorkloadTest {
  private static final RequestKey KEY = new RequestKey(new RunId(1, 2), 3);
  private static final String RIDE =
      "{'resort':2,'season':2022,'day':1,'skier':4711,'time':217,'lift':21}";
  private static final String SWIPE = "{'right':true,'swiper':17,'swipee':4711,'comment':'\u00e9'}";

  @ParameterizedTest
  @CsvSource({
    "'', wordcount, wordcount, wordcount",
    "wordcount, wordcount, wordcount, wordcount",
    "lift-rides, lift-rides, lift-rides, lift-rides",
    "swipes, swipes, swipes.counts swipes.matches, swipe-counts swipe-matches"
  })
  void aWorkloadHasAnExchangeOfItsNameAndAQueueForEachCounter(
      String name, String exchange, String queues, String counters) {
    Settings settings = new Settings(Map.of("WORKLOAD", name), new Properties());
    Topology topology = Topology.from(settings);
    Workload workload = Workload.from(settings);

    assertThat(topology.exchange()).isEqualTo(exchange);
    assertThat(topology.queues()).isEqualTo(List.of(queues.split(" ", -1)));
    assertThat(workload.counters())
        .extracting(Workload.Counter::spelled)
        .isEqualTo(List.of(counters.split(" ", -1)));
    assertThat(workload.counters())
        .map(counter -> Topology.of(counter, settings))
        .isEqualTo(topology.each());
  }

  @Test
  void ridesAndSwipesStandOnTheWireAsDocumented() throws MalformedMessageException {
    LiftRide ride = new LiftRide(2, 2022, 1, 4711, 217, 21);
    assertThat(ride.vertical()).isEqualTo(210);
    assertOnTheWire(new LiftRideFormat(), ride, 1, "'seq':3,'ride':" + RIDE);
    assertOnTheWire(new LiftRideFormat(), ride, 2, "'first':3,'lines':[" + RIDE + "," + RIDE + "]");

    Swipe swipe = new Swipe(true, 17, 4711, "\u00e9");
    assertOnTheWire(new SwipeFormat(), swipe, 1, "'seq':3,'swipe':" + SWIPE);
    assertOnTheWire(new SwipeFormat(), swipe, 2, "'first':3,'lines':[" + SWIPE + "," + SWIPE + "]");
  }

  private static <P> void assertOnTheWire(
      PayloadFormat<P> format, P payload, int lines, String fields)
      throws MalformedMessageException {
    Entry<P> entry = new Entry<>(KEY, Lines.of(Collections.nCopies(lines, payload)));
    byte[] body = EntryEncoder.join(List.of(new EntryEncoder<>(format).encode(entry)));

    assertThat(new String(body, UTF_8)).isEqualTo(message(fields));
    assertThat(new BatchDecoder<>(format).decodeEach(body).entries()).containsExactly(entry);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'seq':3,'ride':%s | 'resort':2 | 'resort':0 'resort':11",
        "'seq':3,'ride':%s | 'season':2022 | 'season':999 'season':10000",
        "'seq':3,'ride':%s | 'day':1 | 'day':367",
        "'seq':3,'ride':%s | 'skier':4711 | 'skier':100001",
        "'seq':3,'ride':%s | 'time':217 | 'time':361",
        "'seq':3,'ride':%s | 'lift':21 | 'lift':41 'lift':4294967297 'lift':'21' 'lift':21.0",
        "'seq':3,'ride':%s | 'lift':21 | 'lift':null 'lift':21,'lift':21 'lift':21,'x':1",
        "'seq':3,'ride':%s | 'resort':2, | \"\"",
        "'seq':3,'ride':%s | 'season':2022, | \"\"",
        "'seq':3,'ride':%s | 'day':1, | \"\"",
        "'seq':3,'ride':%s | 'skier':4711, | \"\"",
        "'seq':3,'ride':%s | 'time':217, | \"\"",
        "'seq':3,'ride':%s | ,'lift':21 | \"\"",
        "'seq':3,'ride':[%s] | 'lift':21 | 'lift':21",
        "'first':3 | \"\" | \"\"",
        "'first':3,'lines':[] | \"\" | \"\"",
        "'first':3,'lines':{} | \"\" | \"\"",
        "'first':3,'words':[],'lines':[] | \"\" | \"\"",
        "'first':3,'lines':[%s,%<s] | 'lift':21 | 'lift':41",
        "'seq':3,'swipe':%s | 'right':true | 'right':1",
        "'seq':3,'swipe':%s | 'right':true, | \"\"",
        "'seq':3,'swipe':%s | 'swiper':17, | \"\"",
        "'seq':3,'swipe':%s | 'swipee':4711, | \"\"",
        "'seq':3,'swipe':%s | ,'comment':'\u00e9' | \"\"",
        "'seq':3,'swipe':%s | 'swiper':17 | 'swiper':0 'swiper':5001 'swiper':'17'",
        "'seq':3,'swipe':%s | 'swiper':17 | 'swiper':17,'x':1 'swiper':17,'swiper':17",
        "'seq':3,'swipe':%s | 'swipee':4711 | 'swipee':1000001",
        "'seq':3,'swipe':%s | '\u00e9' | null '\\ud83d'",
        "'seq':3,'swipe':[%s] | 'swiper':17 | 'swiper':17"
      })
  void aPayloadOutOfFormIsMalformed(String fields, String good, String bad) {
    boolean swipe = fields.contains("swipe");
    String json = swipe ? SWIPE : RIDE;
    assertThat(json).contains(good);
    for (String each : bad.split(" ", -1)) {
      String body = message(fields.formatted(json.replace(good, each)));
      assertMalformed(swipe ? new SwipeFormat() : new LiftRideFormat(), body);
    }
  }

  @Test
  void aCommentHasAtMost256Characters() throws MalformedMessageException {
    String body = message("'seq':3,'swipe':" + SWIPE.replace("\u00e9", "x".repeat(256)));
    assertThat(new BatchDecoder<>(new SwipeFormat()).decodeEach(body.getBytes(UTF_8)).entries())
        .hasSize(1);
    assertMalformed(new SwipeFormat(), body.replaceFirst("x", "xx"));
  }

  private static void assertMalformed(PayloadFormat<?> format, String body) {
    try {
      assertThat(new BatchDecoder<>(format).decodeEach(body.getBytes(UTF_8)).entries()).isEmpty();
    } catch (MalformedMessageException e) {
      // the whole message is malformed
    }
  }

  private static String message(String fields) {
    return ("[{'run':'" + KEY.run() + "'," + fields + "}]").replace('\'', '"');
  }
}
