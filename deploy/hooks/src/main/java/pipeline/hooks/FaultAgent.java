package pipeline.hooks;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * {@code java -javaagent:hooks.jar=ARGUMENTS -jar consumer.jar ...}: the arguments, separated by
 * commas, are a crash point with the hit at which the process dies, such as {@code
 * con.afterClaim:100}, and names of unsafe variants, such as {@code auto-ack}.
 */
public final class FaultAgent {
  /** The programs' exit status for bad arguments. */
  private static final int BAD_ARGUMENT = 2;

  private FaultAgent() {}

  /**
   * Called by the JVM before the program's main method.
   *
   * @throws IllegalArgumentException that names the bad argument; the program is not started then
   */
  public static void premain(String arguments, Instrumentation instrumentation) {
    AgentBuilder agent = new AgentBuilder.Default().disableClassFormatChanges().ignore(none());
    for (Injection injection : injections(arguments)) {
      agent =
          agent
              .type(named(injection.type()))
              .transform(
                  (builder, type, loader, module, domain) -> inject(injection, builder, type));
    }
    agent.installOn(instrumentation);
  }

  static List<Injection> injections(String arguments) {
    List<Injection> injections = new ArrayList<>();
    for (String argument : arguments.split(",", -1)) {
      int colon = argument.indexOf(':');
      if (colon < 0) {
        injections.addAll(fault(UnsafeVariant.values(), argument).injections());
        System.err.println("hooks: UNSAFE, for tests only: " + argument);
      } else {
        injections.addAll(fault(CrashPoint.values(), argument.substring(0, colon)).injections());
        Crash.arm(Long.parseLong(argument.substring(colon + 1)));
      }
    }
    return injections;
  }

  private static <F> F fault(F[] all, String name) {
    return Arrays.stream(all)
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no fault " + name));
  }

  private static DynamicType.Builder<?> inject(
      Injection injection, DynamicType.Builder<?> builder, TypeDescription type) {
    ElementMatcher.Junction<MethodDescription> method =
        ElementMatchers.<MethodDescription>named(injection.method())
            .and(takesArguments(injection.parameters()));
    if (type.getDeclaredMethods().filter(method).size() != 1) {
      // going on would test less than was asked for; what is thrown here, the JVM ignores
      System.err.println("hooks: this program has no single " + injection);
      Runtime.getRuntime().halt(BAD_ARGUMENT);
    }
    return builder.visit(Advice.to(injection.advice()).on(method));
  }
}
