package pipeline.testkit.browser;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import pipeline.testkit.process.Await;
import pipeline.testkit.process.ChildProcess;
import pipeline.testkit.process.StuckException;

/**
 * A headless Chromium with one page, driven over WebDriver by Debian's chromedriver. It reaches
 * files and 127.0.0.1, and finds no other host. {@link #close} ends browser and driver. Used by one
 * thread; its users need Jackson.
 */
public final class Chromium implements AutoCloseable {
  private static final Path BROWSER = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Pattern PORT = Pattern.compile("started successfully on port ([0-9]+)");
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String CAPABILITIES =
      """
      {"capabilities":{"alwaysMatch":{
        "goog:loggingPrefs":{"browser":"ALL"},
        "goog:chromeOptions":{"binary":"%s","args":["--headless=new","--no-sandbox",
          "--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking",
          "--disable-component-update","--disable-sync","--user-data-dir=%s",
          "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]}}}}
      """;

  private final JsonFactory json = new JsonFactory();
  private final HttpClient http = HttpClient.newHttpClient();
  private final ChildProcess driver;
  private final String session;

  /**
   * Starts the driver and the browser.
   *
   * @param directory for the browser's profile and the driver's log
   */
  public Chromium(Path directory) throws Exception {
    Path log = directory.resolve("chromedriver.log");
    driver =
        ChildProcess.start("chromedriver", new ProcessBuilder(DRIVER.toString(), "--port=0"), log);
    try {
      Matcher port = PORT.matcher("");
      Await.until("chromedriver", LIMIT, () -> port.reset(driver.output()).find());
      String root = "http://127.0.0.1:" + port.group(1) + "/session";
      String capabilities = CAPABILITIES.formatted(BROWSER, directory.resolve("profile"));
      session = root + "/" + texts(post(root, capabilities), "sessionId").get(0);
    } catch (Exception | Error e) {
      driver.close();
      throw e;
    }
  }

  public static boolean isInstalled() {
    return Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER);
  }

  /** Shows a page; returns when it and its scripts are loaded. */
  public void open(String url) throws Exception {
    post(session + "/url", "{\"url\":%s}".formatted(quoted(url)));
  }

  /** Runs a script; the value that it returns must be a string. */
  public String run(String script) throws Exception {
    String body = "{\"script\":%s,\"args\":[]}".formatted(quoted(script));
    return texts(post(session + "/execute/sync", body), "value").get(0);
  }

  /** The page's messages on the console since the last call, errors among them. */
  public List<String> console() throws Exception {
    return texts(post(session + "/se/log", "{\"type\":\"browser\"}"), "message");
  }

  /** Shows the page as on a screen of that width in CSS pixels. */
  public void screen(int width, int height, boolean phone) throws Exception {
    tool(
        "Emulation.setDeviceMetricsOverride",
        "{\"width\":%s,\"height\":%s,\"deviceScaleFactor\":1,\"mobile\":%b}"
            .formatted(width, height, phone));
  }

  /** Sets the colour scheme that the browser prefers, {@code dark} or {@code light}. */
  public void scheme(String name) throws Exception {
    tool(
        "Emulation.setEmulatedMedia",
        "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]}".formatted(name));
  }

  private void tool(String command, String parameters) throws Exception {
    String call = "{\"cmd\":\"%s\",\"params\":%s}".formatted(command, parameters);
    post(session + "/goog/cdp/execute", call);
  }

  private String post(String url, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(LIMIT)
            .POST(BodyPublishers.ofString(body))
            .build();
    var answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new AssertionError(url + ": " + answer.body());
    }
    return answer.body();
  }

  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  /** The texts of that name, at any depth of the answer. */
  private List<String> texts(String answer, String name) throws IOException {
    List<String> texts = new ArrayList<>();
    try (JsonParser in = json.createParser(answer)) {
      while (in.nextToken() != null) {
        if (in.currentToken() == JsonToken.VALUE_STRING && name.equals(in.currentName())) {
          texts.add(in.getText());
        }
      }
    }
    return texts;
  }

  /** Ends the browser, then its driver: without it the browser would stay. */
  @Override
  public void close() throws IOException {
    HttpRequest end = HttpRequest.newBuilder(URI.create(session)).timeout(LIMIT).DELETE().build();
    try (driver) {
      http.send(end, BodyHandlers.discarding());
      driver.terminate(LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StuckException e) {
      throw new IOException(e);
    }
  }
}
