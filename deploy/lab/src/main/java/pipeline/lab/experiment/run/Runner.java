package pipeline.lab.experiment.run;

import java.io.Closeable;
import java.io.IOException;
import pipeline.lab.experiment.analysis.Design.Slot;
import pipeline.lab.experiment.analysis.Launch;

/** Makes launches, one after the other. */
public interface Runner extends Closeable {

  /** The broker's product and version. */
  String about();

  /**
   * Makes one launch, from fresh programs to their end. Programs that fail are a result.
   *
   * @throws IOException nothing can be launched any more
   */
  Launch launch(Slot slot) throws IOException, InterruptedException;
}
