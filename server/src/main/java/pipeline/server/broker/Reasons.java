package pipeline.server.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.exception.ExceptionUtils;

/** Turns an AMQP client exception into one readable line. Pure. */
public final class Reasons {
  /** The text with which RabbitMQ, since 3.8, closes a channel for the size of a message. */
  private static final Pattern TOO_LARGE =
      Pattern.compile("PRECONDITION_FAILED - message size .* max size (\\d{1,9})\\b.*");

  private Reasons() {}

  /** The broker's own text if it gave one, else the innermost cause. */
  public static String of(Throwable failure) {
    List<Throwable> causes = ExceptionUtils.getThrowableList(failure);
    for (Throwable cause : causes) {
      if (cause instanceof ShutdownSignalException shutdown && !said(shutdown).isEmpty()) {
        return said(shutdown);
      }
    }
    Throwable innermost = causes.get(causes.size() - 1);
    String message = innermost.getMessage();
    return message == null ? innermost.getClass().getSimpleName() : message;
  }

  /** The longest message that the broker takes, if it closed the channel for a longer one. */
  static OptionalInt maxMessageSize(ShutdownSignalException shutdown) {
    Matcher reason = TOO_LARGE.matcher(said(shutdown));
    return reason.matches()
        ? OptionalInt.of(Integer.parseInt(reason.group(1)))
        : OptionalInt.empty();
  }

  private static String said(ShutdownSignalException shutdown) {
    Method reason = shutdown.getReason();
    if (reason instanceof AMQP.Channel.Close close) {
      return close.getReplyText();
    }
    return reason instanceof AMQP.Connection.Close close ? close.getReplyText() : "";
  }
}
