package pipeline.peers;

import java.util.Optional;
import pipeline.lab.process.Program;

/**
 * One of the systems that are compared: a server on a port of its own, the queue it publishes to
 * (if any), and its consumer (if it is to run).
 */
record Contender(
    String name, int port, Optional<String> queue, Program server, Optional<Program> consumer) {}
