package pipeline.server;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;

/** One line for people from an exception of the AMQP client. Pure. */
final class Reasons {

  private Reasons() {}

  /** What the broker said if it said something, else the innermost cause. */
  static String of(Throwable failure) {
    Throwable innermost = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ShutdownSignalException shutdown && !said(shutdown).isEmpty()) {
        return said(shutdown);
      }
      innermost = cause;
    }
    String message = innermost.getMessage();
    return message == null ? innermost.getClass().getSimpleName() : message;
  }

  private static String said(ShutdownSignalException shutdown) {
    Method reason = shutdown.getReason();
    if (reason instanceof AMQP.Channel.Close close) {
      return close.getReplyText();
    }
    return reason instanceof AMQP.Connection.Close close ? close.getReplyText() : "";
  }
}
