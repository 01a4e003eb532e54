package pipeline.wire.amqp;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.AddressResolver;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ListAddressResolver;
import java.util.List;

/**
 * Connects to any of several nodes: each connection tries them in an order of its own, drawn at
 * random, until one answers. So programs spread over a cluster, and leave a node that is gone.
 */
final class ClusterFactory extends ConnectionFactory {
  private final List<Address> nodes;

  ClusterFactory(List<Address> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /** Every {@code newConnection} without addresses ends here, with those of the URL it was set. */
  @Override
  protected AddressResolver createAddressResolver(List<Address> fromUrl) {
    return new ListAddressResolver(nodes);
  }
}
