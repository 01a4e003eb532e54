package pipeline.server.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.Objects;
import org.apache.commons.lang3.exception.ExceptionUtils;

/** Turns an AMQP client exception into one readable line. Pure. */
public final class Reasons {
  private Reasons() {}

  /** The broker's own text if it gave one, else the innermost cause. */
  public static String of(Throwable failure) {
    for (Throwable cause : ExceptionUtils.getThrowables(failure)) {
      if (cause instanceof ShutdownSignalException shutdown && !said(shutdown).isEmpty()) {
        return said(shutdown);
      }
    }
    Throwable innermost = ExceptionUtils.getRootCause(failure);
    return Objects.requireNonNullElse(innermost.getMessage(), innermost.getClass().getSimpleName());
  }

  private static String said(ShutdownSignalException shutdown) {
    Method reason = shutdown.getReason();
    if (reason instanceof AMQP.Channel.Close close) {
      return close.getReplyText();
    }
    return reason instanceof AMQP.Connection.Close close ? close.getReplyText() : "";
  }
}
