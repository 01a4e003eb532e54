/** A TCP proxy that delays, cuts and swallows what it carries. */
package pipeline.testkit.proxy;
