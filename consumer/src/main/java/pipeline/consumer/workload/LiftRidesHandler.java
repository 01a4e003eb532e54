package pipeline.consumer.workload;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.amqp.Topology;
import pipeline.wire.codec.PayloadFormat;
import pipeline.wire.query.CounterUpdates;
import pipeline.wire.query.LiftRideQueries;
import pipeline.wire.query.QueryHandler;
import pipeline.wire.query.StoreKeys;
import pipeline.wire.settings.Settings;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.LiftRideFormat;
import pipeline.wire.workload.Workload;

/** {@code lift-rides}: each skier's rides, and the vertical metres by season and by day. */
public final class LiftRidesHandler implements WorkloadHandler<LiftRide> {
  @Override
  public String name() {
    return "lift-rides";
  }

  @Override
  public Topology queue(Settings settings) {
    return Topology.of(Workload.LIFT_RIDES, settings);
  }

  @Override
  public PayloadFormat<LiftRide> format() {
    return new LiftRideFormat();
  }

  @Override
  public void apply(LiftRide ride, CounterUpdates updates) {
    updates.add(StoreKeys.seasons(ride.skier()), Integer.toString(ride.season()), ride.vertical());
    updates.add(
        StoreKeys.day(ride.resort(), ride.season(), ride.day()),
        Integer.toString(ride.skier()),
        ride.vertical());
    updates.add(StoreKeys.rides(ride.skier()), StoreKeys.ride(ride), 1);
  }

  @Override
  public QueryHandler reads() {
    return new LiftRideQueries();
  }

  @Override
  public List<String> keyPatterns() {
    return List.of(StoreKeys.SEASONS + "*", StoreKeys.DAYS + "*", StoreKeys.RIDES + "*");
  }

  @Override
  public String unit() {
    return "rides";
  }

  @Override
  public Map<String, Long> figures(Collection<NamedCount> counts) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put(
        "skiers",
        counts.stream()
            .map(NamedCount::name)
            .filter(name -> name.startsWith(StoreKeys.SEASONS))
            .map(name -> name.substring(0, name.indexOf('/')))
            .distinct()
            .count());
    figures.put("vertical", NamedCount.sum(counts, StoreKeys.SEASONS));
    return figures;
  }
}
