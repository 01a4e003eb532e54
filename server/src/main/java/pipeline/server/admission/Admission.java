package pipeline.server.admission;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import pipeline.server.admission.NotAdmittedException.Reason;
import pipeline.wire.identity.RequestKey;
import pipeline.wire.identity.RunId;

/**
 * Decides before lines are published whether the consumer can keep what comes of them: their run,
 * their identities, their words. While a budget is full no further runs are admitted; those that
 * were go on within their own parts. A retry of an admitted line is always admitted while its run
 * is remembered. Thread-safe.
 */
public final class Admission {
  private static final Logger LOG = LoggerFactory.getLogger(Admission.class);
  private static final long SWEEP_NANOS = Duration.ofMinutes(1).toNanos();

  private final int maxRuns;
  private final Duration runTtl;
  private final LongSupplier nanoClock;
  private final LongSupplier wallMillis;
  private final Budget identities;
  private final Budget words;
  private final KnownNames known = new KnownNames();
  private final ConcurrentHashMap<RunId, AdmittedRun> runs = new ConcurrentHashMap<>();

  /** Guarded by this, as are the next. */
  private long nextSweep;

  private long latestForgottenStart = Long.MIN_VALUE;
  private String logged = "";

  /**
   * @param nanoClock by which runs grow old
   * @param wallMillis the time of day, for the start that a run's id tells
   */
  public Admission(AdmissionConfig config, LongSupplier nanoClock, LongSupplier wallMillis) {
    this.maxRuns = config.maxRuns();
    this.runTtl = config.runTtl();
    this.nanoClock = nanoClock;
    this.wallMillis = wallMillis;
    identities = new Budget(AdmissionConfig.IDENTITIES, config.identityBytes(), maxRuns);
    words = new Budget(AdmissionConfig.WORDS, config.wordBytes(), maxRuns);
    nextSweep = nanoClock.getAsLong() + SWEEP_NANOS;
  }

  /** Registers gauges of the budgets. */
  public void measure(MeterRegistry registry) {
    gauges(registry, "runs", admission -> admission.runs.size(), maxRuns);
    gauges(registry, "identities", admission -> admission.identities.used(), identities.limit());
    gauges(registry, "words", admission -> admission.words.used(), words.limit());
    Gauge.builder("pipeline.run.ttl", runTtl::toSeconds)
        .description("RUN_TTL_DAYS, which must be the same in every server and consumer")
        .baseUnit("seconds")
        .register(registry);
  }

  /**
   * Charges consecutive lines to their run's budgets, but for those that were charged before.
   *
   * @param lines from 1; with the key's own, the last is no more than a run can have
   * @param names what the lines count, each once
   * @throws NotAdmittedException if they must not be published; nothing is charged
   */
  public void admit(RequestKey first, int lines, Collection<String> names)
      throws NotAdmittedException {
    while (true) {
      AdmittedRun known = runs.get(first.run());
      AdmittedRun run = known == null ? admitNew(first.run()) : known;
      switch (run.take(first.seq(), lines, names, nanoClock.getAsLong())) {
        case TAKEN -> {
          return;
        }
        case OVER_IDENTITIES -> throw overBudget(identities);
        case OVER_WORDS -> throw overBudget(words);
        case FORGOTTEN -> runs.remove(first.run(), run);
      }
    }
  }

  /** Admits a run of the server's own, even if the budget of runs is used up. */
  public synchronized void reserve(RunId run) {
    put(run);
  }

  /** The setting that keeps further runs out; empty if they are admitted. */
  public Optional<String> fullBudget() {
    return runs.size() >= maxRuns
        ? Optional.of(AdmissionConfig.RUNS)
        : Stream.of(identities, words).filter(Budget::isFull).map(Budget::name).findFirst();
  }

  private synchronized AdmittedRun admitNew(RunId run) throws NotAdmittedException {
    sweepIfDue();
    AdmittedRun present = runs.get(run);
    if (present != null) {
      return present;
    }
    checkStart(run);
    Optional<String> full = fullBudget();
    log(full.orElse(""));
    if (full.isPresent()) {
      throw new NotAdmittedException(
          Reason.NO_NEW_RUNS, "this server admits no new runs: " + full.get());
    }
    return put(run);
  }

  private AdmittedRun put(RunId run) {
    AdmittedRun admitted = new AdmittedRun(identities, words, known, nanoClock.getAsLong());
    runs.put(run, admitted);
    return admitted;
  }

  /** The run is unknown: if it is older than what was forgotten, it may be one of those. */
  private void checkStart(RunId run) throws NotAdmittedException {
    long now = wallMillis.getAsLong();
    long horizon = Math.max(now - runTtl.toMillis(), latestForgottenStart);
    if (run.isVersion7() && run.startMillis() <= horizon) {
      throw new NotAdmittedException(
          Reason.RUN_TOO_OLD, "this run began too long ago: its counted lines may be forgotten");
    }
  }

  private void sweepIfDue() {
    long now = nanoClock.getAsLong();
    if (now - nextSweep >= 0) {
      nextSweep = now + SWEEP_NANOS;
      long idleSince = now - runTtl.toNanos();
      runs.forEach(
          (id, run) -> {
            if (run.forgetIfIdleSince(idleSince)) {
              runs.remove(id, run);
              latestForgottenStart =
                  Math.max(
                      latestForgottenStart, id.isVersion7() ? id.startMillis() : Long.MIN_VALUE);
            }
          });
    }
  }

  /** One line for each change. */
  private void log(String full) {
    if (!full.equals(logged)) {
      logged = full;
      if (full.isEmpty()) {
        LOG.info("new runs are admitted again");
      } else {
        LOG.warn("no new runs are admitted: {} is full", full);
      }
    }
  }

  private static NotAdmittedException overBudget(Budget budget) {
    return new NotAdmittedException(
        Reason.RUN_OVER_BUDGET, "this run has used up its part of " + budget.name());
  }

  private void gauges(
      MeterRegistry registry, String budget, ToDoubleFunction<Admission> used, long limit) {
    Gauge.builder("pipeline.budget.used", this, used)
        .description("what the admitted runs have of a budget: runs, or bytes")
        .tag("budget", budget)
        .register(registry);
    Gauge.builder("pipeline.budget.limit", () -> limit)
        .description("the budget: MAX_RUNS, MAX_IDENTITIES_MIB, MAX_WORDS_MIB")
        .tag("budget", budget)
        .register(registry);
  }
}
