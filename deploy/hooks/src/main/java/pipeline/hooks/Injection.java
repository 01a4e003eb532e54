package pipeline.hooks;

/**
 * Code that the agent adds to one method. Types are named, not referenced: the agent is built
 * before the programs, and must not load their classes before they are changed.
 *
 * @param parameters how many the method has, which tells overloads apart
 * @param advice a class with Byte Buddy's {@code @Advice} methods, which are copied into the method
 */
record Injection(String type, String method, int parameters, Class<?> advice) {

  @Override
  public String toString() {
    return type + "." + method + "/" + parameters;
  }
}
