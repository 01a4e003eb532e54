package pipeline.server;

/** {@code java -jar server.jar}: serves until it is told to stop. */
public final class Main {

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    TomcatLog.toSlf4j();
    Termination termination = Termination.onSignal();
    termination.ended(
        Program.run(
            args, System.getenv(), System.getProperties(), System.out, System.err, termination));
  }
}
