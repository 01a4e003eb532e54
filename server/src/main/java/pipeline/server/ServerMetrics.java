package pipeline.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** Every number there is about this server, and the JVM's own. Thread-safe. */
final class ServerMetrics implements AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();

  ServerMetrics() {
    collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /** Where meters are made. */
  MeterRegistry registry() {
    return registry;
  }

  /** Asks the publisher at every scrape. */
  void watch(LanePublisher<?> publisher) {
    Gauge.builder("pipeline.entries.waiting", publisher, LanePublisher::waiting)
        .description("requests that wait for a channel")
        .strongReference(true)
        .register(registry);
    Gauge.builder("pipeline.broker.up", publisher, p -> p.brokenPart().isEmpty() ? 1 : 0)
        .description("1 if a request posted now would be confirmed")
        .strongReference(true)
        .register(registry);
  }

  /** All of it as Prometheus reads it, text format 0.0.4. */
  String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
