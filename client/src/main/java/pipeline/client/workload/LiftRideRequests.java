package pipeline.client.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import pipeline.client.http.Request;
import pipeline.client.http.Request.Success;

/**
 * Random lift rides of one day. The reads ask the three questions there are about the first ride,
 * then about the second, and so on: about rides that were posted long ago, if there are fewer reads
 * than posts.
 */
record LiftRideRequests(long seed) implements RequestGenerator {
  private static final int RESORTS = 10;
  private static final int SKIERS = 100_000;
  private static final int MINUTES = 360;
  private static final int LIFTS = 40;
  private static final int QUESTIONS = 3;

  @Override
  public Request post(long seq) {
    String body = "{" + timeAndLift(seq) + "}";
    return Request.post(seq, dayOf(seq), body.getBytes(US_ASCII));
  }

  @Override
  public String line(long seq) {
    return "{\"resortID\":"
        + resort(seq)
        + ",\"seasonID\":2022,\"dayID\":1,\"skierID\":"
        + skier(seq)
        + ","
        + timeAndLift(seq)
        + "}";
  }

  @Override
  public String linesPath() {
    return "/skiers";
  }

  private String timeAndLift(long seq) {
    int time = 1 + value(seq, 2, MINUTES);
    int lift = 1 + value(seq, 3, LIFTS);
    return "\"time\":" + time + ",\"liftID\":" + lift;
  }

  @Override
  public Request get(long seq) {
    long ride = seq / QUESTIONS;
    String path =
        switch ((int) (seq % QUESTIONS)) {
          case 0 -> dayOf(ride);
          case 1 -> "/skiers/" + skier(ride) + "/vertical";
          default -> "/resorts/" + resort(ride) + "/seasons/2022/day/1/skiers";
        };
    return Request.get(seq, path, Success.OURS);
  }

  private String dayOf(long ride) {
    return "/skiers/" + resort(ride) + "/seasons/2022/days/1/skiers/" + skier(ride);
  }

  private int resort(long ride) {
    return 1 + value(ride, 0, RESORTS);
  }

  private int skier(long ride) {
    return 1 + value(ride, 1, SKIERS);
  }
}
