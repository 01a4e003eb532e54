package pipeline.consumer.store;

import java.util.List;
import java.util.Set;
import pipeline.wire.codec.Entry;

/**
 * What became of the entries that were given to a store.
 *
 * @param counted how many of their lines were new
 * @param refused those of which nothing must be counted, in the order in which they came
 * @param reasons why; empty if none was refused
 */
public record Added<P>(int counted, List<Entry<P>> refused, Set<Refusal> reasons) {}
