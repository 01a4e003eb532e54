package pipeline.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The server's HTTP side against bytes and connections that no well-behaved client would send. */
abstract class HostileClient {
  static final String POST = "POST /server/textbody/wordcount HTTP/1.1";
  static final String JSON = "Content-Type: application/json";
  static final String BODY = "{\"message\":\"a\"}";

  HttpFixture server;

  @BeforeEach
  void start() throws Exception {
    server = new HttpFixture();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  interface Opening {
    void with(RawHttp http) throws Exception;
  }

  List<RawHttp> open(int connections, Opening opening) throws Exception {
    List<RawHttp> opened = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      RawHttp http = server.connect();
      opened.add(http);
      opening.with(http);
    }
    return opened;
  }

  static void close(List<RawHttp> opened) throws Exception {
    for (RawHttp http : opened) {
      http.close();
    }
  }

  int status(String... head) throws Exception {
    try (RawHttp http = server.connect()) {
      http.sendHead(head);
      return http.answer().status();
    }
  }

  void assertNothingPublishedAndAlive() throws Exception {
    assertThat(server.publisher().published()).isEmpty();
    assertThat(server.post(BODY).status()).isEqualTo(200);
  }
}
