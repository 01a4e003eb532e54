package pipeline.flink;

import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Adds up what comes under each key; each change is followed by the new total. At a drain, all
 * totals are written to a file, one at a time as they are read from the state. The file is there
 * once it is complete; a second one, after a failure, replaces it.
 */
final class Totals<T> extends AbstractStreamOperator<T>
    implements OneInputStreamOperator<T, T>, BoundedOneInput {
  private static final long serialVersionUID = 1;
  private static final String STATE = "total";

  private final Class<T> type;
  private final ReduceFunction<T> sum;
  private final MapFunction<T, String> line;
  private final String file;
  private transient ValueState<T> total;

  /**
   * @param file without the number of the worker that writes it
   */
  Totals(Class<T> type, ReduceFunction<T> sum, MapFunction<T, String> line, Path file) {
    this.type = type;
    this.sum = sum;
    this.line = line;
    this.file = file.toString();
  }

  @Override
  public void open() throws Exception {
    super.open();
    total = getPartitionedState(new ValueStateDescriptor<>(STATE, type));
  }

  @Override
  public void processElement(StreamRecord<T> change) throws Exception {
    T before = total.value();
    T after = before == null ? change.getValue() : sum.reduce(before, change.getValue());
    total.update(after);
    output.collect(new StreamRecord<>(after));
  }

  @Override
  public void endInput() throws Exception {
    Path place = Path.of(file + "-" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
    Files.createDirectories(place.getParent());
    Path part = place.resolveSibling("." + place.getFileName());
    try (BufferedWriter out = Files.newBufferedWriter(part);
        var keys = getKeyedStateBackend().getKeys(STATE, VoidNamespace.INSTANCE)) {
      for (Object key : (Iterable<Object>) keys::iterator) {
        setCurrentKey(key);
        out.write(line.map(total.value()));
        out.write('\n');
      }
    }
    Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
  }
}
