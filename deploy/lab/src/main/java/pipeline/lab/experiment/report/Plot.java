package pipeline.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A chart as SVG in the page's own colours: a frame with ticks, and marks in data coordinates. What
 * is drawn first is behind. Used once, by one thread.
 */
final class Plot {
  private static final int WIDTH = 680;
  private static final int RIGHT = 16;
  private static final int TOP = 10;
  private static final int BOTTOM = 44;
  private static final int TICKS = 6;
  private static final int LINE = 12;

  /** About the width of words above a point. */
  private static final int WORDS = 120;

  private final Axis x;
  private final Axis y;
  private final int left;
  private final int height;

  /** Right end and base line of the words above points. */
  private final List<double[]> above = new ArrayList<>();

  private final StringBuilder marks = new StringBuilder();

  /**
   * One direction of a chart.
   *
   * @param title with its unit
   * @param names of whole numbers from 0 on, from the left or from the top; empty for a scale of
   *     numbers
   */
  record Axis(String title, double low, double high, List<String> names) {
    /** Wide enough for these values and, if it is near, for 0. */
    static Axis of(String title, double... values) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (double value : values) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      if (low > high) {
        return new Axis(title, 0, 1, List.of());
      }
      if (low > 0 && low < high * 0.6) {
        low = 0;
      }
      double air = high == low ? Math.max(1, Math.abs(high)) * 0.1 : (high - low) * 0.06;
      return new Axis(title, low == 0 ? 0 : low - air, high + air, List.of());
    }

    /** A place for each name. */
    static Axis named(String title, List<String> names) {
      return new Axis(title, -0.5, names.size() - 0.5, List.copyOf(names));
    }

    double share(double value) {
      return (value - low) / (high - low);
    }

    List<Double> ticks() {
      List<Double> ticks = new ArrayList<>();
      if (!names.isEmpty()) {
        for (int i = 0; i < names.size(); i++) {
          ticks.add((double) i);
        }
        return ticks;
      }
      double step = step();
      for (double tick = Math.ceil(low / step) * step; tick <= high; tick += step) {
        ticks.add(Math.rint(tick / step) * step);
      }
      return ticks;
    }

    /** Between two ticks: one, two or five times a power of ten. */
    private double step() {
      double rough = (high - low) / TICKS;
      double power = Math.pow(10, Math.floor(Math.log10(rough)));
      return power
          * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
    }

    String label(double tick) {
      if (!names.isEmpty()) {
        return names.get((int) tick);
      }
      String pattern = step() >= 1 ? "%,.0f" : step() >= 0.1 ? "%.1f" : "%.2f";
      return String.format(Locale.ROOT, pattern, tick);
    }
  }

  /**
   * @param left room for the labels of the vertical axis
   */
  Plot(Axis x, Axis y, int left, int height) {
    this.x = x;
    this.y = y;
    this.left = left;
    this.height = height;
  }

  /** Names run from the top, numbers from the bottom. */
  private double atY(double value) {
    double share = y.names().isEmpty() ? 1 - y.share(value) : y.share(value);
    return TOP + share * (height - TOP - BOTTOM);
  }

  private double atX(double value) {
    return left + x.share(value) * (WIDTH - left - RIGHT);
  }

  /** A shaded strip between two values of x. */
  Plot band(double from, double to) {
    double begin = Math.max(atX(from), left);
    double end = Math.min(atX(to), WIDTH - RIGHT);
    return mark(
        "<rect class=\"band\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
        begin, TOP, Math.max(0, end - begin), height - TOP - BOTTOM);
  }

  /** A bar between two values of x, thick in pixels. */
  Plot bar(double from, double to, double atY, int colour, double thick, String hint) {
    return mark(
        "<rect class=\"fill c%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s</title></rect>",
        colour,
        atX(from),
        atY(atY) - thick / 2,
        Math.max(0, atX(to) - atX(from)),
        thick,
        text(hint));
  }

  /** A line between points, in turns x and y. */
  Plot line(int colour, String kind, double... points) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i + 1 < points.length; i += 2) {
      path.append(
          String.format(
              Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", atX(points[i]), atY(points[i + 1])));
    }
    return mark("<path class=\"line c%d %s\" d=\"%s\"/>", colour, kind, path);
  }

  /** A point, with a tooltip. */
  Plot dot(double atX, double atY, int colour, String kind, String hint) {
    return mark(
        "<circle class=\"fill c%d %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%s</title></circle>",
        colour, kind, atX(atX), atY(atY), text(hint));
  }

  /**
   * The place where two names meet, with a number on it.
   *
   * @param share how dark it is, from 0 to 1
   */
  Plot tile(int atX, int atY, double share, String number) {
    double left = atX(atX - 0.5) + 1;
    double top = atY(atY - 0.5) + 1;
    return mark(
        "<rect class=\"fill c1\" fill-opacity=\"%.2f\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>"
            + "<text class=\"title\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
        0.04 + 0.36 * share,
        left,
        top,
        atX(atX + 0.5) - left - 1,
        atY(atY + 0.5) - top - 1,
        atX(atX),
        atY(atY) + 4,
        text(number));
  }

  /** Words right of a point. */
  Plot words(double atX, double atY, String words) {
    boolean fits = atX(atX) < WIDTH - 170;
    return mark(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        atX(atX) + (fits ? 8 : -8), atY(atY) + 4, fits ? "start" : "end", text(words));
  }

  /** Words above a point, ending there; lower where others are in the way. */
  Plot above(double atX, double atY, String words) {
    double right = atX(atX) + 4;
    double base = Math.max(TOP + LINE, atY(atY) - 9);
    while (isTaken(right, base)) {
      base += LINE;
    }
    above.add(new double[] {right, base});
    return mark(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>", right, base, text(words));
  }

  private boolean isTaken(double right, double base) {
    return above.stream()
        .anyMatch(other -> Math.abs(other[0] - right) < WORDS && Math.abs(other[1] - base) < LINE);
  }

  private Plot mark(String pattern, Object... values) {
    marks.append(String.format(Locale.ROOT, pattern, values)).append('\n');
    return this;
  }

  /** The chart; {@code name} is read aloud instead of it. */
  String svg(String name) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">\n"
            .formatted(WIDTH, height, text(name)));
    int bottom = height - BOTTOM;
    for (double tick : x.ticks()) {
      boolean crowded = x.names().size() > 12;
      if (!crowded || (int) tick % (x.names().size() / 12 + 1) == 0) {
        svg.append(
            String.format(
                Locale.ROOT,
                "<line class=\"grid\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\"/>"
                    + "<text x=\"%1$.1f\" y=\"%4$d\" text-anchor=\"middle\">%5$s</text>%n",
                atX(tick),
                TOP,
                bottom,
                bottom + 17,
                text(x.label(tick))));
      }
    }
    for (double tick : y.ticks()) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%3$.1f\" y2=\"%3$.1f\"/>"
                  + "<text x=\"%4$d\" y=\"%5$.1f\" text-anchor=\"end\">%6$s</text>%n",
              left,
              WIDTH - RIGHT,
              atY(tick),
              left - 8,
              atY(tick) + 4,
              text(y.label(tick))));
    }
    svg.append(
        "<text class=\"title\" x=\"%s\" y=\"%s\" text-anchor=\"middle\">%s</text>\n"
            .formatted((left + WIDTH - RIGHT) / 2, height - 8, text(x.title())));
    if (!y.title().isEmpty()) {
      svg.append(
          "<text class=\"title\" transform=\"translate(12 %s) rotate(-90)\" text-anchor=\"middle\">%s</text>\n"
              .formatted((TOP + bottom) / 2, text(y.title())));
    }
    return svg.append(marks).append("</svg>").toString();
  }

  /** Fit for HTML and SVG. */
  static String text(String any) {
    return any.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
