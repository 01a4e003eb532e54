/** HAProxy as the balancer of a run. */
package pipeline.testkit.haproxy;
