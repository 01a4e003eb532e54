package pipeline.lab.experiment.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import pipeline.wire.page.HtmlPage;

/**
 * A page in the making. As HTML it is the data that {@code results.js} draws. As Markdown it has no
 * charts. Used by one thread.
 *
 * @param command as it can be pasted into a shell
 */
record Page(String title, String subtitle, String command, List<Section> sections) {
  /** A part of the page, in the order of its fields; null is left out. */
  static final class Section {
    public final String title;
    public final List<String> paragraphs;
    public String command;

    /** What was found. */
    public List<String> sentences;

    public Table table;
    public final List<Chart> charts = new ArrayList<>();

    /** Another page in the same directory. */
    public String link;

    private Section(String title, List<String> paragraphs) {
      this.title = title;
      this.paragraphs = paragraphs;
    }

    /** The blocks of its Markdown, without the title. */
    private List<String> blocks() {
      List<String> blocks = new ArrayList<>(paragraphs);
      if (command != null) {
        blocks.add("    " + command);
      }
      if (sentences != null && !sentences.isEmpty()) {
        blocks.add("- " + String.join("\n- ", sentences));
      }
      if (table != null) {
        blocks.add(table.markdown());
      }
      if (link != null) {
        blocks.add("All of it: " + link);
      }
      return blocks;
    }
  }

  Page(String title, String subtitle, String command) {
    this(title, subtitle, command, new ArrayList<>());
  }

  /** Begins a section. */
  Section section(String title, String... paragraphs) {
    Section section = new Section(title, List.of(paragraphs));
    sections.add(section);
    return section;
  }

  String json() throws IOException {
    return JSON.std.asString(this);
  }

  /** The page as one HTML file. */
  String html() {
    try {
      String data = HtmlPage.insideScript(json());
      return HtmlPage.of(
          Page.class,
          "page.html",
          Map.of("title", "Experiment", "policy", HtmlPage.ALONE, "page.json", data));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The page as Markdown: what the first section has, then the command, then the others. */
  String markdown() {
    List<String> blocks = new ArrayList<>(List.of("# " + title));
    blocks.addAll(sections.get(0).blocks());
    blocks.add("    " + command);
    for (Section section : sections.subList(1, sections.size())) {
      if (section.table != null || section.charts.isEmpty()) {
        blocks.add("## " + section.title);
        blocks.addAll(section.blocks());
      }
    }
    return String.join("\n\n", blocks) + "\n";
  }
}
