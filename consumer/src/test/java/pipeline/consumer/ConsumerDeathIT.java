package pipeline.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pipeline.testkit.process.ChildProcess;

/** A consumer that dies or freezes anywhere leaves the counts exact. */
class ConsumerDeathIT extends OnRealQueue {

  /** The first checkpoint of all is the one that makes the state file. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "con.afterDeliver:100",
        "con.afterClaim:100",
        "con.afterMerge:100",
        "ckpt.beforeCommit:1",
        "ckpt.beforeCommit:3",
        "ckpt.committed:1",
        "ckpt.committed:3",
        "ckpt.synced:1",
        "ckpt.synced:3",
        "con.beforeAck:2",
        "con.afterAck:2"
      })
  void killedAnywhereTheCountsStayExact(String crash) throws Exception {
    publishLines(0, LINES);
    try (ChildProcess killed =
        consumer(withFaults(crash), "--prefetch", "60", "--commit-interval", "5")) {
      assertThat(killed.await()).as(killed.err()).isEqualTo(137);
    }
    assertExact(runUntilIdle(), LINES);
  }

  @Test
  void aZombiesAcksAreIgnored() throws Exception {
    try (ChildProcess zombie = consumer("--commit-interval", "2000")) {
      // one that is stopped before it consumes has no broker to lose
      zombie.awaitErr("consuming from");
      publishLines(0, LINES);
      await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> ready() == 0);
      zombie.signal("STOP");
      rabbit.ctl("close_all_connections", "cut off");
      publishLines(0, LINES);
      zombie.signal("CONT");
      zombie.awaitErr("lost the broker");
      awaitDelivered();
      zombie.signal("TERM");
      assertExact(zombie, LINES);
    }
  }

  @Test
  void wordsBeyondTheHeapAreCounted() throws Exception {
    publishNewWords(1_000, 100, 1_000);
    try (ChildProcess consumer = consumer(SMALL_HEAP, "--prefetch", "10", "--until-idle", "1")) {
      assertNewWords(consumer);
    }
  }
}
