package pipeline.consumer.store;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import pipeline.wire.query.CounterUpdates;

/**
 * The way in which one workload's payloads are counted.
 *
 * @param keyPatterns the names of the numbers, tables and sets that change, as patterns with {@code
 *     *}
 * @param rowName gives the name of a row, or of a member of a set, among all numbers; all rows of a
 *     table have names that begin as that of the row without a name
 * @param count applies a payload to the counters; does not throw
 * @param <P> the payload of an entry
 */
public record Counting<P>(
    List<String> keyPatterns,
    BinaryOperator<String> rowName,
    BiConsumer<P, CounterUpdates> count) {}
