/** Input from outside: the error that names bad input in one line, and JSON read as a tree. */
package pipeline.client.input;
