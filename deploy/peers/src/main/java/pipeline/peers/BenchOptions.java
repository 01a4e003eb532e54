package pipeline.peers;

import java.nio.file.Path;

/**
 * What a run of the benchmarks was asked to do.
 *
 * @param root the project's folder, where the built programs are found
 * @param text the file whose lines are posted
 * @param amqp the broker's URL
 * @param brokerPid whose CPU and memory are the broker's
 * @param rounds of each launch
 * @param launches of the contenders that stay alive from round to round
 * @param warmup seconds of load between a program's start and its first measured window
 * @param seconds of each measured window
 * @param backlog lines to be drained
 * @param threads of each consumer in the pipeline run
 * @param versionOne whether the broker makes queues whose names end in {@code -v1} of version 1
 * @param out where logs, states and the JSON go
 */
record BenchOptions(
    Path root,
    Path text,
    String amqp,
    long brokerPid,
    int rounds,
    int launches,
    int warmup,
    int seconds,
    int backlog,
    int threads,
    boolean big,
    boolean versionOne,
    Path out) {}
