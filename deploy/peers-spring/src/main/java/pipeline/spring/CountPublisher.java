package pipeline.spring;

import java.util.Map;

/** Sends what a request adds to the counts to the queue, as one message. */
interface CountPublisher {
  void send(Map<String, Integer> counts) throws Exception;
}
