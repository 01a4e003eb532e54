package pipeline.peers;

import java.util.Optional;

/**
 * One of the systems that are compared: a server, the queue it publishes to (if any), and its
 * consumer (if it is to run).
 */
record Side(String name, Optional<String> queue, Program server, Optional<Program> consumer) {}
