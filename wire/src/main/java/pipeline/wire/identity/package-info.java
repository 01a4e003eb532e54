/** Who a line is: the run and its number in it. */
package pipeline.wire.identity;
