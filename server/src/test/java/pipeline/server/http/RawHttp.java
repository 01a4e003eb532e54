package pipeline.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.Strings;
import org.apache.commons.lang3.function.Failable;
import pipeline.server.exchange.HttpError;

/** An HTTP client that sends exactly the bytes it is given, well-formed or not. */
public final class RawHttp implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 15_000;

  private final Socket socket;
  private final InputStream in;

  /** An answer as it came; header names in lower case. Each check gives the answer again. */
  public record Answer(int status, Map<String, String> headers, String body) {
    public Answer hasStatus(int expected) {
      assertThat(status).as(body).isEqualTo(expected);
      return this;
    }

    public Answer hasHeader(String name, String value) {
      assertThat(headers).containsEntry(name, value);
      return this;
    }

    public Answer hasBody(String expected) {
      assertThat(body).isEqualTo(expected);
      return this;
    }

    /** Checks for a body of one text for people. */
    public Answer says(String message) {
      return hasBody(HttpError.json(message));
    }

    public Answer contains(String... texts) {
      assertThat(body).contains(texts);
      return this;
    }
  }

  public RawHttp(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** The bytes of a POST of JSON to the word count. */
  public static byte[] post(String body, String... headers) {
    return post("/server/textbody/wordcount", body.getBytes(UTF_8), headers);
  }

  public static byte[] post(String path, byte[] body, String... headers) {
    String given = String.join("\r\n", ArrayUtils.add(headers, "Host: x"));
    boolean typed = Strings.CI.contains(given, "content-type");
    String type = typed ? "" : "Content-Type: application/json\r\n";
    return ArrayUtils.addAll(
        head("POST " + path + " HTTP/1.1", given, type + "Content-Length: " + body.length), body);
  }

  private static byte[] head(String... lines) {
    return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(ISO_8859_1);
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** Sends the lines of a head, joined as HTTP wants them and followed by the empty line. */
  public void sendHead(String... lines) throws IOException {
    send(head(lines));
  }

  /** Sends as many of the bytes as the other side takes; false if it has closed before the end. */
  boolean sendWhatGoes(byte[] bytes) {
    try {
      send(bytes);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  public void halfClose() throws IOException {
    socket.shutdownOutput();
  }

  /** Closes the connection with a reset instead of an orderly end. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Reads an answer with its body. */
  public Answer answer() throws IOException {
    Answer head = head();
    int length = Integer.parseInt(head.headers.getOrDefault("content-length", "0"));
    return new Answer(head.status, head.headers, new String(in.readNBytes(length), UTF_8));
  }

  /** Reads an answer up to its body. */
  public Answer head() throws IOException {
    String[] start = line().split(" ", 3);
    Map<String, String> headers = new TreeMap<>();
    for (String header = line(); !header.isEmpty(); header = line()) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    return new Answer(Integer.parseInt(start[1]), headers, "");
  }

  /** Waits until the server closes the connection, and returns what it says before. */
  public String awaitEnd() throws SocketTimeoutException {
    try {
      return new String(in.readAllBytes(), UTF_8);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      return "";
    }
  }

  /** Has the system keep little of what the server sends and nobody reads. */
  void receiveLittle() throws IOException {
    socket.setReceiveBufferSize(4 << 10);
  }

  /** Whether nothing of an answer has come. */
  boolean isUnanswered() throws IOException {
    return in.available() == 0;
  }

  /** Finds the connections on which something of an answer has come. */
  static List<RawHttp> answered(List<RawHttp> all) {
    return all.stream().filter(Failable.asPredicate(http -> !http.isUnanswered())).toList();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the connection closed instead of an answer");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
