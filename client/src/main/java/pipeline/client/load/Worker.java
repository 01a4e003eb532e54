package pipeline.client.load;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import pipeline.wire.process.Console;

/**
 * Does one thread's share of a step: takes a request, waits until it is due, sends it to its end.
 */
final class Worker {
  private static final String UNREADABLE = "cannot read the input: ";

  private final SendSchedule schedule;
  private final RetryingSender sender;
  private final Consumer<Result> listener;
  private final StopSignal stop;
  private final LongSupplier nanoClock;

  Worker(
      SendSchedule schedule,
      RetryingSender sender,
      Consumer<Result> listener,
      StopSignal stop,
      LongSupplier nanoClock) {
    this.schedule = schedule;
    this.sender = sender;
    this.listener = listener;
    this.stop = stop;
    this.nanoClock = nanoClock;
  }

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
      Optional<ScheduledRequest> next = schedule.next(nanoClock.getAsLong() - startNanos);
      if (next.isEmpty()) {
        return;
      }
      send(next.get(), startNanos);
    }
  }

  private void send(ScheduledRequest scheduled, long startNanos) throws InterruptedException {
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
