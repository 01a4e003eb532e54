/**
 * The reports' own server, to read and to compare with: a servlet, a registry of functions, a pool
 * of channels, and one unconfirmed message a request.
 */
package pipeline.server.reference;
