package pipeline.lab.experiment.report;

import java.util.List;
import java.util.OptionalDouble;
import pipeline.lab.experiment.design.Cell;
import pipeline.lab.experiment.result.Metric;

/** A table about one experiment on a preset's page, with a row for each cell. */
interface GridTable {
  /** Names of the columns of {@link #rows}. */
  List<String> header();

  /** The rows, one for each cell, the base first. */
  List<List<String>> rows();

  /** The metrics that the table shows. */
  List<Metric> metrics();

  /** The number that stands for a cell; empty if it was not measured. */
  OptionalDouble ours(Cell cell, Metric metric);
}
