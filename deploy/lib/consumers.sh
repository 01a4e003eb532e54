# The consumers of a run, consumer-1 and on. Sourced, never run; expects $consumers,
# $consumer_threads, $store, $out and the jars.
# shellcheck shell=bash disable=SC2154

consumer_names=()

# Those of one store write the same file of counts, one after the other: it is the last one's that
# counts
start_consumers() {
  local part i name where
  for part in $(consumer_workloads); do
    where=(--state "$out/state/$part")
    [[ -z $store ]] || where=(--store redis) # that of REDIS_URL: no password in a command line
    for ((i = 1; i <= consumers; i++)); do
      name=consumer-$((${#consumer_names[@]} + 1))
      start_again "$name" java -jar "$consumer_jar" "$consumer_threads" --workload "$part" \
        "${where[@]}" --dump "$(counts_file "$part")" --report
      consumer_names+=("$name")
      say "$name: $part, $consumer_threads threads"
    done
  done
}

# The consumers end, with their counts written, once nothing waits for them any more
drain() {
  local name part
  for name in "${consumer_names[@]}"; do
    alive "$name" || fail_with_log "$name" "died"
  done
  java -jar "$broker_jar" depth --until-empty 30 >/dev/null ||
    fail_with_log consumer-1 "does not empty the queue"
  for name in "${consumer_names[@]}"; do
    finish "$name" 60 || fail_with_log "$name" "ended with exit code $?"
  done
  for part in $(consumer_workloads); do
    [[ -f $(counts_file "$part") ]] || die "nobody wrote ${part}'s counts"
  done
}
