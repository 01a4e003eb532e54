package pipeline.rig;

import java.io.IOException;
import java.nio.file.Path;

/** Which programs a {@link Rig} starts as its servers and consumers. */
public interface Programs {
  /**
   * The command of a server.
   *
   * @param rig that the server is part of
   * @param port where the server listens
   */
  Program server(Rig rig, int port) throws IOException;

  /**
   * The command of a consumer.
   *
   * @param rig that the consumer is part of
   * @param counter the consumer's workload
   * @param state a directory for the counts, if they are kept in files
   */
  Program consumer(Rig rig, String counter, Path state) throws IOException;
}
