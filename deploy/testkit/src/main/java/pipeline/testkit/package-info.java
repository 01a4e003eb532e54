/** What tests of several modules share; nothing of it gets into a program's jar. */
package pipeline.testkit;
