/**
 * What comes from outside: the error that names bad input in one line, text made safe to print, and
 * JSON read as a tree.
 */
package pipeline.client.input;
