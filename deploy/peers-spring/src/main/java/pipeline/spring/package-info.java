/** The reference design's server for lines and lift rides, written as a Spring Boot application. */
package pipeline.spring;
