/** A Redis of a test's own. */
package pipeline.testkit.redis;
