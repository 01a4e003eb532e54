/** Embedded Tomcat, for server.jar only; server.war runs in the machine's Tomcat. */
package pipeline.server.tomcat;
