package pipeline.client.load;

import java.util.function.Supplier;

/**
 * Threads of a step that start together.
 *
 * @param schedules called once for each thread
 */
record WorkerGroup(int threads, Supplier<Schedule> schedules) {}
