/** Entry points of server.jar and server.war, settings, and how the parts are put together. */
package pipeline.server;
