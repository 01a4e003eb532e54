package pipeline.client;

/**
 * One request, ready to send any number of times.
 *
 * @param seq its number within the run, from 0 without gaps
 * @param method the HTTP method, which is also the request's type in reports
 * @param path below the server's context path
 * @param body JSON, owned by the request; never changed; not sent with a GET
 */
@SuppressWarnings(
    "ArrayRecordComponent") // compared nowhere; a copy a request would cost for nothing
record Request(long seq, String method, String path, byte[] body) {
  /** Whether it has a body, and a key by which servers know a repetition. */
  boolean changesState() {
    return !method.equals("GET");
  }
}
