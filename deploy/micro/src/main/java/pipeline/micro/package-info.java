/** The program that runs the benchmarks and sets each beside its baseline of the same run. */
package pipeline.micro;
