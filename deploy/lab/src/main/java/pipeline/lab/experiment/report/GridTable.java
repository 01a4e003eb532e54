package pipeline.lab.experiment.report;

import java.util.List;
import java.util.OptionalDouble;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;

/** What a preset's page says of an experiment, a row a cell. */
interface GridTable {
  /** Names of the columns of {@link #rows}. */
  List<String> header();

  /** A row a cell, the base first. */
  List<List<String>> rows();

  /** What its numbers are of. */
  List<Metric> metrics();

  /** The number that stands for a cell; empty if it was not measured. */
  OptionalDouble ours(Cell cell, Metric metric);
}
