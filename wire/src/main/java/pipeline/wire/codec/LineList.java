package pipeline.wire.codec;

import java.util.List;

/** Lines whose payloads have nothing in common. */
record LineList<P>(List<P> payloads) implements Lines<P> {

  @Override
  public int count() {
    return payloads.size();
  }

  @Override
  public P line(int index) {
    return payloads.get(index);
  }

  @Override
  public Lines<P> part(int from, int to) {
    return new LineList<>(payloads.subList(from, to));
  }
}
