package pipeline.peers;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.servlet.http.HttpServlet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves in the usual design, or in the same made safe, until it is ended. */
@Command(name = "reference", description = "The usual design's server: one message a request.")
final class ReferenceCommand implements Callable<Integer> {
  @Option(names = "--port", required = true)
  private int port;

  @Option(names = "--amqp", required = true, description = "the broker's URL")
  private String amqp;

  @Option(names = "--queue", required = true)
  private String queue;

  @Option(names = "--safe", description = "persistent, mandatory, a confirm a request")
  private boolean safe;

  @Override
  public Integer call() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(amqp);
    try (Connection connection = factory.newConnection("reference server");
        Channel channel = connection.createChannel();
        ReferencePublisher publisher = new ReferencePublisher(connection, queue, safe)) {
      channel.queueDeclare(queue, true, false, false, null);
      Map<String, HttpServlet> servlets =
          Map.of(
              PeerTomcat.LINES, new ReferenceServlet(publisher),
              PeerTomcat.RIDES, new RideServlet(publisher));
      try (PeerTomcat tomcat = PeerTomcat.start(port, servlets)) {
        tomcat.await();
      }
    }
    return 0;
  }
}
