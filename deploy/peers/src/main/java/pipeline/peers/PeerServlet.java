package pipeline.peers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import pipeline.wire.query.BadPathException;
import pipeline.wire.query.LiftRidePath;
import pipeline.wire.workload.LiftRide;

/**
 * Answers and publishes nothing. Text is read and answered with a constant: the most any servlet
 * here can reach. Lift rides are taken as the fourth report's servlet does: path and body are
 * checked. Thread-safe.
 */
final class PeerServlet extends HttpServlet {
  static final String RIDES = "/skiers";

  private final JsonFactory json = new JsonFactory();

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!request.getServletPath().equals(RIDES)) {
      request.getInputStream().readAllBytes();
      answer(response, HttpServletResponse.SC_OK, "{\"message\":0}");
    } else if (ride(request).isEmpty()) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST);
    } else {
      // a client takes only 201 for a success
      answer(response, HttpServletResponse.SC_CREATED, "{\"message\":\"created\"}");
    }
  }

  private static void answer(HttpServletResponse response, int status, String json)
      throws IOException {
    response.setStatus(status);
    response.setContentType("application/json");
    response.setContentLength(json.length());
    response.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
  }

  /** The ride that was posted; empty if it is none. */
  private Optional<LiftRide> ride(HttpServletRequest request) throws IOException {
    try {
      String path = request.getServletPath() + Objects.toString(request.getPathInfo(), "");
      LiftRide ride = read(LiftRidePath.parse(path), request.getInputStream());
      return Optional.of(ride).filter(PeerServlet::isInRange);
    } catch (BadPathException | JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Reads {@code {"time":217,"liftID":21}}. */
  private LiftRide read(LiftRidePath path, InputStream body) throws IOException {
    int time = 0;
    int lift = 0;
    try (JsonParser in = json.createParser(body)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        boolean isTime = in.currentName().equals("time");
        int number = in.nextIntValue(0);
        time = isTime ? number : time;
        lift = isTime ? lift : number;
      }
    }
    return new LiftRide(path.resort(), path.season(), path.day(), path.skier(), time, lift);
  }

  private static boolean isInRange(LiftRide ride) {
    return ride.time() >= 1
        && ride.time() <= LiftRide.MINUTES
        && ride.lift() >= 1
        && ride.lift() <= LiftRide.LIFTS;
  }
}
