package pipeline.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import pipeline.testkit.process.Tool;

class CommandLinesTest {
  private final CommandLines lines =
      new CommandLines(Jars.builtIn(Path.of("/project")), "amqp://broker");

  @Test
  void aServerListensOnTheLoopbackAndPublishesToTheQueue() {
    Program server = lines.server(8080, "words", "-Xmx64m");

    assertThat(server.command())
        .containsSubsequence("-Xmx64m", "-jar", "/project/server/target/server.jar");
    assertThat(server.environment())
        .containsEntry("SERVER_HOST", "127.0.0.1")
        .containsEntry("SERVER_PORT", "8080")
        .containsEntry("RABBITMQ_URL", "amqp://broker")
        .containsEntry("QUEUE", "words");
  }

  @Test
  void aWarHasTheServersSettingsInATomcatThatWasConfiguredForIt(@TempDir Path home)
      throws IOException {
    Path checkout = checkoutWithTomcat(home);
    CommandLines built = new CommandLines(Jars.builtIn(checkout), "amqp://broker");
    Program server = built.server(8080, "words").with("SERVER_THREADS", "5");

    Program war = built.war(server, home, "-Xmx64m", "-XX:+UseSerialGC");

    Path tomcat = home.resolve("tomcat-8080");
    assertThat(tomcat.resolve("conf/server.xml")).isRegularFile();
    assertThat(tomcat.resolve("configured"))
        .hasContent(
            "%s %s/server/target/server.war --port 8080 --address 127.0.0.1 --max-threads 5"
                .formatted(tomcat, checkout));
    assertThat(war.command()).containsExactly(tomcat + "/bin/catalina.sh", "run");
    assertThat(war.environment())
        .containsAllEntriesOf(server.environment())
        .containsEntry("CATALINA_BASE", tomcat.toString())
        .containsEntry("CATALINA_OPTS", "-Xmx64m -XX:+UseSerialGC");
  }

  /** An archive with one file, and a script that writes down what it was given. */
  private static Path checkoutWithTomcat(Path home) throws IOException {
    Path checkout = home.resolve("checkout");
    Path deploy = checkout.resolve("deploy");
    Path packed = Files.createDirectories(home.resolve("apache-tomcat/conf"));
    Files.createFile(packed.resolve("server.xml"));
    String archive = Files.createDirectories(deploy.resolve(".cache")) + "/tomcat.tar.gz";
    Tool.run("tar", "-czf", archive, "-C", home.toString(), "apache-tomcat");
    Path script = Files.createDirectories(deploy.resolve("tomcat")).resolve("configure");
    Files.writeString(script, "#!/bin/sh\necho \"$@\" > \"$1/configured\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return checkout;
  }

  @Test
  void theBrokersUrlIsInNoCommandLineOfOurs() {
    for (Program program :
        List.of(lines.server(1, "q"), lines.consumer(1, "q"), lines.client(List.of("text", "4")))) {
      assertThat(program.command()).noneMatch(argument -> argument.contains("amqp://"));
    }
  }

  @Test
  void aServerOfSpringIsToldItsProfile() {
    assertThat(lines.spring(1, "q", "unconfirmed").environment())
        .containsEntry("SPRING_PROFILES_ACTIVE", "unconfirmed");
  }
}
