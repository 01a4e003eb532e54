package pipeline.flink;

import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import pipeline.consumer.store.Counting;

/**
 * Adds up what comes under each key; each change is followed by the new total. At a drain, all
 * totals follow once more, and are written to a file, one at a time as they are read from the
 * state. The file is there once it is complete. A second drain, after a failure, replaces the files
 * of the first, and deletes those of workers that it no longer has.
 */
final class Totals<T extends Totals.Total<T>> extends AbstractStreamOperator<T>
    implements OneInputStreamOperator<T, T>, BoundedOneInput {
  /** What is known under a key, or what is added to it. */
  interface Total<T> extends RedisSink.Stored {
    T plus(T other);

    /** The line of the total in a file. */
    String line(Counting<?> counting);
  }

  private static final String STATE = "total";

  private final TypeInformation<T> type;
  private final String name;
  private final JobSettings settings;
  private transient ValueState<T> total;

  /**
   * @param name of the files, without the number of the worker that writes one
   */
  Totals(TypeInformation<T> type, String name, JobSettings settings) {
    this.type = type;
    this.name = name;
    this.settings = settings;
  }

  @Override
  public void open() throws Exception {
    super.open();
    total = getPartitionedState(new ValueStateDescriptor<>(STATE, type));
  }

  @Override
  public void processElement(StreamRecord<T> change) throws Exception {
    T before = total.value();
    T after = before == null ? change.getValue() : before.plus(change.getValue());
    total.update(after);
    output.collect(new StreamRecord<>(after));
  }

  @Override
  public void endInput() throws Exception {
    var info = getRuntimeContext().getTaskInfo();
    Path directory = Files.createDirectories(Path.of(settings.counts()));
    int workers = info.getNumberOfParallelSubtasks();
    for (int gone = workers; gone < info.getMaxNumberOfParallelSubtasks(); gone++) {
      Files.deleteIfExists(directory.resolve(name + "-" + gone));
    }
    Path place = directory.resolve(name + "-" + info.getIndexOfThisSubtask());
    Path part = place.resolveSibling("." + place.getFileName());
    try (BufferedWriter out = Files.newBufferedWriter(part);
        var keys = getKeyedStateBackend().getKeys(STATE, VoidNamespace.INSTANCE)) {
      for (Object key : (Iterable<Object>) keys::iterator) {
        setCurrentKey(key);
        T last = total.value();
        out.write(last.line(settings.handler()));
        out.write('\n');
        output.collect(new StreamRecord<>(last));
      }
    }
    Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
  }
}
