package pipeline.server.http;

import java.util.List;
import pipeline.server.exchange.HttpError;
import pipeline.wire.query.QueryHandler;

/**
 * The endpoints of one workload: its paths, and the POSTs that they take. Another workload is a
 * class of this kind, a {@link Post}, and a line in {@code PipelineListener}. Stateless and
 * thread-safe.
 *
 * @param <P> what its entries carry
 */
public interface Endpoints<P> {

  /** The servlet mappings that its paths are under, such as {@code /textbody/*}. */
  List<String> mappings();

  /**
   * The methods that a path has, {@code GET} and {@code POST} at most; empty if there is nothing at
   * this path.
   *
   * @param path below the context path, decoded, starting with a slash
   */
  List<String> methods(String path);

  /** The workload's reads, which answer its GETs. */
  QueryHandler reads();

  /**
   * Begins the handling of one POST to a path; called only if {@link #methods} of the path has
   * POST.
   *
   * @throws HttpError 400 if the path is not of the form it should have; 415 if it takes no body of
   *     this format
   */
  Post<P> post(String path, BodyFormat format) throws HttpError;
}
