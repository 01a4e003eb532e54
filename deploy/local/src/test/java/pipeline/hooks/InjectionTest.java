package pipeline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the agent's injections here, since its own module is built before the programs. */
class InjectionTest {
  /** The job is not in the default build; the agent ends a program that lacks a method. */
  private static final String FLINK = "pipeline.flink.";

  static Stream<Injection> injections() {
    return Stream.concat(
            Arrays.stream(CrashPoint.values()).flatMap(point -> point.injections().stream()),
            Arrays.stream(UnsafeVariant.values()).flatMap(variant -> variant.injections().stream()))
        .filter(injection -> !injection.type().startsWith(FLINK))
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("injections")
  void theProgramsHaveTheMethodThatIsChanged(Injection injection) throws ClassNotFoundException {
    assertThat(Class.forName(injection.type()).getDeclaredMethods())
        .filteredOn(method -> !method.isSynthetic())
        .filteredOn(method -> method.getName().equals(injection.method()))
        .filteredOn(method -> method.getParameterCount() == injection.parameters())
        .hasSize(1);
  }
}
