package pipeline.consumer.store;

import java.util.List;
import pipeline.wire.codec.Entry;

/**
 * What became of the entries that were given to a store.
 *
 * @param counted how many of them were new
 * @param refused those of runs beyond the limit, which must not be counted
 */
public record Added<P>(int counted, List<Entry<P>> refused) {}
