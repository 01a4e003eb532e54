package pipeline.server;

import org.apache.catalina.core.StandardThreadExecutor;

/** Tomcat's threads for requests, but for those that a lane handles itself. Thread-safe. */
final class RequestThreads extends StandardThreadExecutor {

  /**
   * @param threads the most there are
   */
  RequestThreads(int threads) {
    setName("requests");
    setNamePrefix("http-nio-exec-");
    setMaxThreads(threads);
    setMinSpareThreads(Math.min(getMinSpareThreads(), threads));
  }

  @Override
  public void execute(Runnable request) {
    NextRequests.handle(request, super::execute);
  }
}
