package pipeline.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "pipeline.server", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule ONLY_THE_BROKER_SIDE_KNOWS_AMQP =
      noClasses()
          .that()
          .haveNameNotMatching("pipeline\\.server\\.(Broker.*|ConfirmChannel.*|Reasons)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.rabbitmq..");

  @ArchTest
  static final ArchRule ONLY_THE_HTTP_SIDE_KNOWS_SERVLETS =
      noClasses()
          .that()
          .haveNameNotMatching(
              "pipeline\\.server\\.(.*Servlet|.*Body|BodyReader|Exchange|Replies|RequestHead|Servlets"
                  + "|PipelineListener|TomcatServer|JsonErrorValve)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("javax.servlet..");

  @ArchTest
  static final ArchRule ONLY_WHO_COUNTS_KNOWS_METERS =
      noClasses()
          .that()
          .haveNameNotMatching(
              "pipeline\\.server\\.(HttpStats|CountedMessages|ServerMetrics|PipelineListener)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.micrometer..");

  @ArchTest
  static final ArchRule ONLY_THE_PROGRAM_KNOWS_TOMCAT =
      noClasses()
          .that()
          .haveNameNotMatching(
              "pipeline\\.server\\.(Program|TomcatServer|RequestThreads|JsonErrorValve)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.catalina..");

  @ArchTest
  static final ArchRule THE_CORE_IS_PURE =
      classes()
          .that()
          .haveNameMatching(
              "pipeline\\.server\\.(WordCounter|MessageParser|JsonBody|Utf8|WordCount"
                  + "|.*Endpoints|.*Post)(\\$.*)?")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java.lang..",
              "java.util..",
              "java.io..",
              "pipeline.server..",
              "pipeline.wire..",
              "com.fasterxml.jackson.core..");
}
