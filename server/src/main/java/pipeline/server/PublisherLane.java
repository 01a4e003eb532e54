package pipeline.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One message in flight, over and over: takes what waits, publishes it on a pooled channel, waits
 * for the confirm, answers. Lanes are few, so few threads can hang in a socket (J4), and nobody
 * interrupts them (J18). A lane that a client holds is to be relieved by another. {@link #run} is
 * for one thread, the others for the thread of the deadlines.
 */
final class PublisherLane implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(PublisherLane.class);

  private final WaitingEntries waiting;
  private final BatchPublisher publisher;
  private final LaneAnswers answers;
  private volatile boolean relieved;
  private volatile boolean ended;

  PublisherLane(WaitingEntries waiting, BatchPublisher publisher, LaneAnswers answers) {
    this.waiting = waiting;
    this.publisher = publisher;
    this.answers = answers;
  }

  /** Ends once the queue is closed and empty, or when relieved. */
  @Override
  public void run() {
    try {
      work();
      answers.end();
    } finally {
      ended = true;
    }
  }

  private void work() {
    boolean open = true;
    while (open && !relieved) {
      try {
        open = step();
      } catch (Throwable e) {
        // such as too little memory for one batch: as a rule there is no other lane
        LOG.error("a lane goes on after an error", e);
      }
    }
  }

  /**
   * If fewer entries wait than are to be answered, the answers go out first: most clients send
   * their next line as soon as they have one, and these lines make the message larger. If more
   * wait, the broker gets them first and works while they go out.
   */
  private boolean step() {
    if (waiting.size() < answers.size()) {
      answers.send();
      return true;
    }
    return publishNext();
  }

  /** Waits for entries unless answers are to be sent; false once the queue is closed and empty. */
  private boolean publishNext() {
    boolean idle = answers.size() == 0;
    Batch next = new Batch(idle ? waiting.take() : waiting.poll());
    if (!next.isEmpty()) {
      publish(next);
    }
    return !idle || !next.isEmpty();
  }

  /**
   * Refuses what is overdue, answers what this lane has no time to answer, and frees the lane if it
   * is stuck in a write to the broker. To be called every few milliseconds.
   */
  void watch(long now) {
    answers.watch(now);
    publisher.watch(now);
  }

  /** Whether answers hold this lane for long, as a client that does not read can. */
  boolean isHeld(long now) {
    return !relieved && answers.isHeld(now);
  }

  /** Takes no batch after this one; {@link #watch} answers what it has begun until it ends. */
  void relieve() {
    relieved = true;
  }

  /** Whether {@link #run} has ended. */
  boolean hasEnded() {
    return ended;
  }

  private void publish(Batch batch) {
    Verdict verdict = publisher.publish(batch, answers::send);
    if (Thread.currentThread().isInterrupted()) {
      waiting.close();
    }
    answers.send();
    answers.add(new Ended(batch, verdict));
    publisher.done();
  }
}
