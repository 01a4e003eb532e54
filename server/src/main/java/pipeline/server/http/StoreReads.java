package pipeline.server.http;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.exchange.ErrorCode;
import pipeline.server.exchange.HttpError;
import pipeline.server.exchange.HttpExchange;
import pipeline.server.lifecycle.Threads;
import pipeline.wire.identity.RunEnd;
import pipeline.wire.identity.RunId;
import pipeline.wire.query.CounterQueries;
import pipeline.wire.query.CountsUnavailableException;
import pipeline.wire.query.JsonResponse;
import pipeline.wire.query.QueryHandler;

/**
 * Answers a workload's reads, and finds the known ends of runs, if this server has a store to ask.
 * Works on threads {@code store-read}, so that a store that hangs holds none of the container's.
 * Thread-safe.
 */
public final class StoreReads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreReads.class);
  private static final int THREADS = 8;
  private static final int MAX_WAITING = 1_000;
  private static final Duration CLOSE_LIMIT = Duration.ofMillis(500);

  private final QueryHandler reads;
  private final Optional<CounterQueries> counts;
  private final Function<RunId, Set<Long>> ends;
  private final AtomicBoolean away = new AtomicBoolean();
  private final Threads threads = new Threads("store-read");
  private final ThreadPoolExecutor executor =
      new ThreadPoolExecutor(
          THREADS, THREADS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), threads);

  /**
   * @param counts of the store; empty without one
   * @param ends tells the numbers of lines that a run was said to have, none if the store knows
   *     none; fails with {@link CountsUnavailableException} as {@code counts} do
   */
  public StoreReads(
      QueryHandler reads, Optional<CounterQueries> counts, Function<RunId, Set<Long>> ends) {
    this.reads = reads;
    this.counts = counts;
    this.ends = ends;
    if (counts.isPresent()) {
      // the threads start now: none may be available when a read comes
      executor.prestartAllCoreThreads();
    }
  }

  /**
   * Answers a GET, soon and on another thread: as {@link QueryHandler} says, or with 503 while the
   * store cannot be asked.
   *
   * @throws HttpError 501 without a store, 503 if too many wait for it
   */
  void answer(String path, HttpExchange exchange) throws HttpError {
    if (counts.isEmpty()) {
      throw new HttpError(
          ErrorCode.NO_STORE,
          "this server has no store of counts (REDIS_URL); the consumer answers this path on the"
              + " port of its option --http");
    }
    boolean taken =
        ask(
            exchange,
            () -> {
              JsonResponse answer = read(path);
              exchange.answer(answer.status(), answer.json());
            });
    if (!taken) {
      throw new HttpError(ErrorCode.STORE, "too many reads wait for the store");
    }
  }

  /**
   * Publishes the end of a run, soon and on another thread where there is a store; unless the store
   * knows that the run ended with another number of lines, which is answered with 409. A store that
   * cannot be asked keeps nobody from ending a run.
   */
  void checkEnd(RunEnd end, HttpExchange exchange, Runnable publish) {
    boolean taken =
        counts.isPresent()
            && ask(
                exchange,
                () -> {
                  refuseOtherThan(end);
                  publish.run();
                });
    if (!taken) {
      publish.run();
    }
  }

  /** Has a thread do the work for an exchange; false if too many wait for one. */
  private boolean ask(HttpExchange exchange, FailableRunnable<HttpError> work) {
    try {
      executor.execute(
          () ->
              exchange.handle(
                  () -> {
                    if (executor.isShutdown()) {
                      throw new HttpError(ErrorCode.STOPPING, "the server is stopping");
                    }
                    work.run();
                  }));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void refuseOtherThan(RunEnd end) throws HttpError {
    try {
      Set<Long> known = ends.apply(end.run());
      if (!known.isEmpty() && !known.contains(end.lines())) {
        throw new HttpError(
            ErrorCode.RUN_END,
            "this run ended with another number of lines: " + new TreeSet<>(known).first());
      }
    } catch (CountsUnavailableException e) {
      LOG.debug("the store does not say how a run ended", e);
    }
  }

  /** Refuses the reads that wait, and ends the threads. */
  @Override
  public void close() {
    executor.shutdown();
    threads.awaitEnd(CLOSE_LIMIT);
  }

  private JsonResponse read(String path) throws HttpError {
    try {
      Optional<JsonResponse> answer = reads.answer(path, counts.orElseThrow());
      if (away.compareAndSet(true, false)) {
        LOG.info("the store answers again");
      }
      return answer.orElseThrow(
          () -> new HttpError(ErrorCode.NOT_FOUND, "there is nothing at this path"));
    } catch (CountsUnavailableException e) {
      // logged once for each change; the answer must not tell the store's address
      if (away.compareAndSet(false, true)) {
        LOG.warn("a read could not be answered: {}", e.getMessage());
      }
      throw new HttpError(ErrorCode.STORE, "the store of the counts does not answer");
    }
  }
}
