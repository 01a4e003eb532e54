package pipeline.wire.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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

/** The workloads by name, and lift rides and swipes as they stand in messages. */
class WorkloadTest {
  private static final RequestKey KEY = new RequestKey(new RunId(1, 2), 3);
  private static final String RIDE =
      "{\"resort\":2,\"season\":2022,\"day\":1,\"skier\":4711,\"time\":217,\"lift\":21}";
  private static final String SWIPE =
      "{\"right\":true,\"swiper\":17,\"swipee\":4711,\"comment\":\"\u00e9\"}";

  @ParameterizedTest
  @CsvSource({
    "'', wordcount, wordcount",
    "wordcount, wordcount, wordcount",
    "lift-rides, lift-rides, lift-rides",
    "swipes, swipes, swipes.counts swipes.matches"
  })
  void aWorkloadHasAnExchangeOfItsNameAndItsQueues(String name, String exchange, String queues) {
    Topology topology = Topology.from(settings(Map.of("WORKLOAD", name)));
    assertThat(topology.exchange()).isEqualTo(exchange);
    assertThat(topology.queues()).isEqualTo(List.of(queues.split(" ")));
    assertThat(topology.each()).extracting(Topology::queue).isEqualTo(topology.queues());
  }

  @Test
  void anUnknownWorkloadIsNamedWithThoseThereAre() {
    assertThatThrownBy(() -> Workload.from(settings(Map.of("WORKLOAD", "chess"))))
        .hasMessage("WORKLOAD is 'chess', but must be one of wordcount lift-rides swipes");
  }

  @Test
  void aRideStandsOnTheWireAsDocumented() throws MalformedMessageException {
    LiftRide ride = new LiftRide(2, 2022, 1, 4711, 217, 21);
    EntryEncoder<LiftRide> encoder = new EntryEncoder<>(new LiftRideFormat());
    byte[] body = EntryEncoder.join(List.of(encoder.encode(Entry.single(KEY, ride))));
    assertThat(new String(body, UTF_8)).isEqualTo(message("ride", RIDE));
    assertThat(new BatchDecoder<>(new LiftRideFormat()).decode(body))
        .containsExactly(Entry.single(KEY, ride));
    assertThat(ride.vertical()).isEqualTo(210);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"resort\":2 | \"resort\":0",
        "\"resort\":2 | \"resort\":11",
        "\"season\":2022 | \"season\":999",
        "\"season\":2022 | \"season\":10000",
        "\"day\":1 | \"day\":367",
        "\"skier\":4711 | \"skier\":100001",
        "\"time\":217 | \"time\":361",
        "\"lift\":21 | \"lift\":41",
        "\"lift\":21 | \"lift\":4294967297",
        "\"lift\":21 | \"lift\":\"21\"",
        "\"lift\":21 | \"lift\":21.0",
        "\"lift\":21 | \"lift\":null",
        ",\"lift\":21 | ''",
        "\"lift\":21 | \"lift\":21,\"lift\":21",
        "\"lift\":21 | \"lift\":21,\"x\":1"
      })
  void aRideOutOfFormIsMalformed(String good, String bad) {
    assertThat(RIDE).contains(good);
    assertMalformed(new LiftRideFormat(), message("ride", RIDE.replace(good, bad)));
  }

  @Test
  void aSwipeStandsOnTheWireAsDocumented() throws MalformedMessageException {
    Swipe swipe = new Swipe(true, 17, 4711, "\u00e9");
    EntryEncoder<Swipe> encoder = new EntryEncoder<>(new SwipeFormat());
    byte[] body = EntryEncoder.join(List.of(encoder.encode(Entry.single(KEY, swipe))));
    assertThat(new String(body, UTF_8)).isEqualTo(message("swipe", SWIPE));
    assertThat(new BatchDecoder<>(new SwipeFormat()).decode(body))
        .containsExactly(Entry.single(KEY, swipe));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"right\":true | \"right\":1",
        "\"right\":true, | ''",
        "\"swiper\":17 | \"swiper\":0",
        "\"swiper\":17 | \"swiper\":5001",
        "\"swiper\":17 | \"swiper\":\"17\"",
        "\"swipee\":4711 | \"swipee\":1000001",
        "\"comment\":\"\u00e9\" | \"comment\":null",
        "\"swiper\":17 | \"swiper\":17,\"x\":1"
      })
  void aSwipeOutOfFormIsMalformed(String good, String bad) {
    assertThat(SWIPE).contains(good);
    assertMalformed(new SwipeFormat(), message("swipe", SWIPE.replace(good, bad)));
  }

  @Test
  void aCommentHasAtMost256Characters() throws MalformedMessageException {
    String longest = message("swipe", SWIPE.replace("\u00e9", "x".repeat(256)));
    assertThat(new BatchDecoder<>(new SwipeFormat()).decode(longest.getBytes(UTF_8))).hasSize(1);
    assertMalformed(new SwipeFormat(), message("swipe", SWIPE.replace("\u00e9", "x".repeat(257))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "null", "\"x\"", "{}"})
  void onlyAWholeObjectIsAPayload(String payload) {
    assertMalformed(new LiftRideFormat(), message("ride", payload));
    assertMalformed(new SwipeFormat(), message("swipe", payload));
  }

  @Test
  void aRangeOfRidesOrSwipesHasEachPayloadAsItStandsAlone() throws MalformedMessageException {
    assertRange(new LiftRideFormat(), RIDE, new LiftRide(2, 2022, 1, 4711, 217, 21));
    assertRange(new SwipeFormat(), SWIPE, new Swipe(true, 17, 4711, "\u00e9"));
  }

  private static <P> void assertRange(PayloadFormat<P> format, String json, P payload)
      throws MalformedMessageException {
    EntryEncoder<P> encoder = new EntryEncoder<>(format);
    byte[] body =
        EntryEncoder.join(
            List.of(encoder.encode(new Entry<>(KEY, Lines.of(List.of(payload, payload))))));
    assertThat(new String(body, UTF_8))
        .isEqualTo("[{\"run\":\"%s\",\"first\":3,\"lines\":[%s,%2$s]}]".formatted(KEY.run(), json));
    assertThat(new BatchDecoder<>(format).decode(body))
        .containsExactly(new Entry<>(KEY, Lines.of(List.of(payload, payload))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"lines\":[]",
        ",\"lines\":[1]",
        ",\"lines\":{}",
        ",\"words\":[],\"lines\":[]"
      })
  void aRangeWithoutPayloadsIsMalformed(String fields) {
    String body = "[{\"run\":\"" + KEY.run() + "\",\"first\":3" + fields + "}]";
    assertMalformed(new LiftRideFormat(), body);
    assertMalformed(new SwipeFormat(), body);
  }

  @Test
  void oneMalformedPayloadMakesItsRangeMalformed() {
    String body =
        "[{\"run\":\"%s\",\"first\":3,\"lines\":[%s,%s]}]"
            .formatted(KEY.run(), RIDE, RIDE.replace("21}", "41}"));
    assertMalformed(new LiftRideFormat(), body);
  }

  private static void assertMalformed(PayloadFormat<?> format, String body) {
    assertThatThrownBy(() -> new BatchDecoder<>(format).decode(body.getBytes(UTF_8)))
        .isInstanceOf(MalformedMessageException.class);
  }

  private static String message(String field, String payload) {
    return "[{\"run\":\"" + KEY.run() + "\",\"seq\":3,\"" + field + "\":" + payload + "}]";
  }

  private static Settings settings(Map<String, String> environment) {
    return new Settings(environment, new Properties());
  }
}
