package pipeline.faults.run;

import java.util.List;

/**
 * What was seen in a run and after it.
 *
 * @param reports what the programs say
 * @param countsEqual whether the dump equals the oracle's counts, byte for byte
 * @param dead messages in the dead queue
 * @param kills processes killed by an action of the plan
 * @param crashes processes that died at their crash point
 * @param lossSeen whether a report showed missing lines before the file was sent again
 * @param reachedAims whether every hostile client has reached its aim
 * @param notDone planned actions that came too late to matter, and other reasons to call it void
 * @param leaks programs that hold much more than at the start
 * @param stuck what the run waited for in vain; empty for nothing
 * @param deaths programs that died without being asked, each with its status
 */
record Findings(
    Reports reports,
    boolean countsEqual,
    long dead,
    int kills,
    int crashes,
    boolean lossSeen,
    boolean reachedAims,
    List<String> notDone,
    List<String> leaks,
    String stuck,
    List<String> deaths) {}
