/** Tomcat inside server.jar; server.war has none of it. */
package pipeline.server.tomcat;
