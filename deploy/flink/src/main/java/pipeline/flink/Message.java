package pipeline.flink;

/** A message as the broker has delivered it. A bean, as Flink's serializers want it. */
public final class Message {
  /** The content type; null if the message has none. */
  public String type;

  public byte[] body;

  /** A message that Flink fills. */
  public Message() {}

  Message(String type, byte[] body) {
    this.type = type;
    this.body = body;
  }
}
