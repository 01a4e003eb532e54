package pipeline.client.workload;

import java.io.IOException;

/** What a run sends, and what it may ask for beside it; nothing is open before the sources are. */
public interface Workload {
  /** What is sent, for whoever plans or reports it. */
  RunInput input();

  /** The load, without end: the input over and over, under numbers that go on. */
  RequestSource requests() throws IOException;

  /** What {@code --gets} asks for, without end unless there is nothing to ask for. */
  RequestSource reads() throws IOException;
}
