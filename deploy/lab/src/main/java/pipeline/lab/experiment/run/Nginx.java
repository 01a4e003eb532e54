package pipeline.lab.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import pipeline.rig.Program;

/** The command line of a web server that has nothing to do. */
final class Nginx {
  private Nginx() {}

  /**
   * nginx as one process that answers every request with a constant.
   *
   * @param folder for its configuration and what it writes
   */
  static Program program(int port, Path folder) throws IOException {
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
