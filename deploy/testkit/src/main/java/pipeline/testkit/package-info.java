/**
 * Starts processes, RabbitMQ, Redis, a TCP proxy or a browser, for tests, deploy/run, fault runs
 * and experiments, and checks the packages of a module. Nothing of it gets into client.jar,
 * server.jar or consumer.jar.
 */
package pipeline.testkit;
