package pipeline.consumer.workload;

import java.util.List;
import pipeline.consumer.store.NamedCount;
import pipeline.wire.query.CounterUpdates;
import pipeline.wire.query.LiftRideQueries;
import pipeline.wire.query.StoreKeys;
import pipeline.wire.workload.LiftRide;
import pipeline.wire.workload.LiftRideFormat;
import pipeline.wire.workload.Workload;

/**
 * The workload {@code lift-rides}: each skier's rides, and the vertical metres by season and by
 * day.
 */
public final class LiftRidesHandler extends WorkloadHandler<LiftRide> {
  public LiftRidesHandler() {
    super(
        Workload.Counter.LIFT_RIDES,
        new LiftRideFormat(),
        new LiftRideQueries(),
        List.of(StoreKeys.SEASONS + "*", StoreKeys.DAYS + "*", StoreKeys.RIDES + "*"),
        "rides",
        List.of("skiers", "vertical"));
  }

  @Override
  public void apply(LiftRide ride, CounterUpdates updates) {
    updates.add(StoreKeys.SEASONS + ride.skier(), Integer.toString(ride.season()), ride.vertical());
    updates.add(
        StoreKeys.day(ride.resort(), ride.season(), ride.day()),
        Integer.toString(ride.skier()),
        ride.vertical());
    updates.add(StoreKeys.RIDES + ride.skier(), StoreKeys.ride(ride), 1);
  }

  @Override
  public void addUp(NamedCount count, Tally.Sums sums) {
    if (count.name().startsWith(StoreKeys.SEASONS)) {
      sums.addTable("skiers", count.name().substring(0, count.name().indexOf('/')));
      sums.add("vertical", count.count());
    }
  }
}
