/** A real browser for the tests of pages. */
package pipeline.testkit.browser;
