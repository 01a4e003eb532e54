package pipeline.client.load;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import pipeline.wire.process.Console;

/**
 * Does one thread's share of a step: takes a request, waits until it is due, sends it to its end.
 *
 * @param listener told of each request that has ended
 * @param stop ends the work before the next request; requested if the schedule fails
 */
record Worker(
    SendSchedule schedule,
    RetryingSender sender,
    Consumer<Result> listener,
    StopSignal stop,
    LongSupplier nanoClock) {
  private static final String UNREADABLE = "cannot read the input: ";

  /**
   * Returns when the schedule has ended or fails, or at a stop. An unexpected failure stops the
   * run.
   *
   * @param startNanos when the step began
   */
  void run(long startNanos) {
    try {
      sendAll(startNanos);
    } catch (IOException e) {
      stop.request(UNREADABLE + Console.reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop.request("interrupted");
    } catch (RuntimeException | Error e) {
      stop.request("a worker failed: " + e);
      throw e;
    }
  }

  private void sendAll(long startNanos) throws IOException, InterruptedException {
    while (!stop.isRequested()) {
      Optional<SendSchedule.Send> next = schedule.next(nanoClock.getAsLong() - startNanos);
      if (next.isEmpty()) {
        return;
      }
      send(next.get(), startNanos);
    }
  }

  private void send(SendSchedule.Send scheduled, long startNanos) throws InterruptedException {
    OptionalLong due = scheduled.dueNanos();
    if (due.isEmpty()) {
      listener.accept(sender.send(scheduled.request()));
      return;
    }
    long dueNanos = startNanos + due.getAsLong();
    if (!stop.await(dueNanos - nanoClock.getAsLong())) {
      listener.accept(sender.send(scheduled.request()).dueAt(dueNanos));
    }
  }
}
