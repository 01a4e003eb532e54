package pipeline.spring;

import java.util.Map;

/** Sends the words of one line to the queue, as one message. */
interface WordSender {
  void send(Map<String, Integer> words) throws Exception;
}
