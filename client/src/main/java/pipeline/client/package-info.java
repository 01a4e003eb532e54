/** Entry point of client.jar, its signals, and how a run is put together. */
package pipeline.client;
