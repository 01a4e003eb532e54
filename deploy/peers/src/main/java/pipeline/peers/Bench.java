package pipeline.peers;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** One benchmark: each call measures every side once and enters the values in the ledger. */
interface Bench {
  void round(int round) throws IOException, InterruptedException, TimeoutException;
}
