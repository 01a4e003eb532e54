package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import pipeline.rig.OurPrograms;
import pipeline.rig.Program;

/**
 * The command lines of other load generators, and of a server that has nothing to do. Immutable.
 *
 * @param root the checkout, whose {@code deploy/lab/src/main/lua} has what they post
 */
record LoadPrograms(Path root) {

  /**
   * wrk, which posts the lines of a text over and over.
   *
   * @param each lines of each request
   * @param connections with a request in flight on each
   */
  Program wrk(int port, Path text, int each, int connections, int seconds) {
    return Program.of(
        "wrk",
        "wrk",
        "-t1",
        "-c" + connections,
        "-d" + seconds + "s",
        "--timeout",
        "10s",
        "-s",
        at("lines.lua"),
        OurPrograms.lines(port),
        "--",
        text.toString(),
        Integer.toString(each));
  }

  /** hey, which posts one and the same line. */
  Program hey(int port, int connections, int seconds) {
    return Program.of(
        "hey",
        "hey",
        "-z",
        seconds + "s",
        "-c",
        Integer.toString(connections),
        "-m",
        "POST",
        "-T",
        "application/json",
        "-D",
        at("line.json"),
        OurPrograms.lines(port));
  }

  private String at(String file) {
    return root.resolve("deploy/lab/src/main/lua").resolve(file).toString();
  }

  /**
   * nginx as one process that answers every request with a constant.
   *
   * @param folder for its configuration and what it writes
   */
  static Program nginx(int port, Path folder) throws IOException {
    String text =
        """
        daemon off;
        master_process off;
        pid %1$s/nginx.pid;
        error_log %1$s/nginx.log;
        events { worker_connections 1024; }
        http {
          access_log off;
          client_body_temp_path %1$s;
          keepalive_requests 1000000000;
          server {
            listen 127.0.0.1:%2$s;
            default_type application/json;
            location / { return 200 '{"message":0}'; }
          }
        }
        """
            .formatted(folder, port);
    Path configuration = Files.writeString(folder.resolve("nginx.conf"), text);
    return Program.of("nginx", "/usr/sbin/nginx", "-c", configuration.toString());
  }
}
