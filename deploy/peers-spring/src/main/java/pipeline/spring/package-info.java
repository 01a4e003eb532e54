/** The word count's server as a Spring Boot application would be written. */
package pipeline.spring;
