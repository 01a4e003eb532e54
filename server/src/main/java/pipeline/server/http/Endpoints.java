package pipeline.server.http;

import java.util.List;
import java.util.Optional;
import pipeline.wire.query.QueryHandler;

/**
 * What one workload serves: which paths there are and what is posted to them. Another workload is a
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

  /** What its GETs answer. */
  QueryHandler reads();

  /**
   * Takes the body of one POST to a path; only asked where {@link #methods} has it.
   *
   * @throws HttpError 400 if the path is not of the form it should have, 415 if it takes only other
   *     bodies
   */
  Post<P> post(String path) throws HttpError;

  /**
   * Takes the lines of one POST to a path; empty if no such bodies are taken there, which may also
   * be a path that has nothing else.
   */
  default Optional<Post<P>> bulkPost(String path, LineFormat format) {
    return Optional.empty();
  }
}
