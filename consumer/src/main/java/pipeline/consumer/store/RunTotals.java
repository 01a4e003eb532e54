package pipeline.consumer.store;

import java.util.List;

/**
 * Sums over all runs that are remembered.
 *
 * @param counted how many lines were counted, ever
 * @param runs how many there are
 * @param duplicates how many copies were suppressed
 * @param recent the figures of those seen last
 */
public record RunTotals(long counted, long runs, long duplicates, List<RunFigures> recent) {}
