package pipeline.faults;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import pipeline.testkit.process.StuckException;
import pipeline.testkit.proxy.Direction;
import pipeline.testkit.proxy.Flow;

/**
 * One thing that is done to a running pipeline, and undone a while later. Immutable, like a plan.
 */
sealed interface Step {

  /** Breaks it. */
  void inject(Scene scene) throws IOException, TimeoutException;

  /** Makes it whole again. */
  default void heal(Scene scene) throws IOException, InterruptedException, StuckException {}

  /** How many processes it kills. */
  default int kills() {
    return 0;
  }

  /** Kill -9 of all of them within milliseconds; each is started again at the healing. */
  record Kill(Set<Part> parts) implements Step {
    @Override
    public void inject(Scene scene) throws IOException {
      for (Part part : parts) {
        scene.kill(part);
      }
    }

    @Override
    public void heal(Scene scene) throws IOException, InterruptedException, StuckException {
      for (Part part : parts) {
        scene.child(part).start();
      }
      for (Part part : parts) {
        scene.services().awaitReady(part);
      }
    }

    @Override
    public int kills() {
      return parts.size();
    }
  }

  /** SIGSTOP, and SIGCONT at the healing. */
  record Freeze(Part part) implements Step {
    @Override
    public void inject(Scene scene) throws IOException {
      scene.child(part).freeze();
    }

    @Override
    public void heal(Scene scene) throws IOException {
      scene.child(part).thaw();
    }
  }

  /** Bends one direction of a line. */
  record Bend(Line line, Direction direction, Flow flow) implements Step {
    @Override
    public void inject(Scene scene) {
      scene.wiring().bend(line, direction, flow);
    }

    @Override
    public void heal(Scene scene) {
      scene.wiring().straighten(line, direction);
    }
  }

  /** Breaks off the connections of a line once. */
  record Break(Line line, Flow.Ending ending) implements Step {
    @Override
    public void inject(Scene scene) {
      scene.wiring().breakOff(line, ending);
    }
  }

  /** One rabbitmqctl command, and another that takes it back; empty for nothing to take back. */
  record Control(List<String> command, List<String> undo) implements Step {
    @Override
    public void inject(Scene scene) throws IOException {
      scene.services().rabbit().ctl(command.toArray(String[]::new));
    }

    @Override
    public void heal(Scene scene) throws IOException {
      if (!undo.isEmpty()) {
        scene.services().rabbit().ctl(undo.toArray(String[]::new));
      }
    }
  }

  /** The queue is gone with all it holds. */
  record DeleteQueue() implements Step {
    @Override
    public void inject(Scene scene) throws IOException, TimeoutException {
      scene.queue().delete();
    }
  }

  /** Unreadable messages in the queue. */
  record Poison(int messages) implements Step {
    @Override
    public void inject(Scene scene) throws IOException, TimeoutException {
      scene.queue().poison(messages);
    }
  }

  /** No space left under the state directory. */
  record FillDisk() implements Step {
    @Override
    public void inject(Scene scene) throws IOException {
      scene.disk().fill();
    }

    @Override
    public void heal(Scene scene) throws IOException {
      scene.disk().free();
    }
  }

  /** The consumer's machine loses power: what was not forced to its disk is gone. */
  record CutPower() implements Step {
    @Override
    public void inject(Scene scene) throws IOException {
      scene.child(Part.CONSUMER).freeze();
      scene.disk().cutPower();
      scene.kill(Part.CONSUMER);
    }

    @Override
    public void heal(Scene scene) throws IOException {
      scene.disk().wakeFromPowerCut();
      scene.child(Part.CONSUMER).start();
    }

    @Override
    public int kills() {
      return 1;
    }
  }
}
