# The consumers of a run, consumer-1 and on. Sourced, never run; expects $consumers,
# $consumer_threads, $store, $out and the jars.
# shellcheck shell=bash disable=SC2154

# All write the same file of counts, one after the other: it is the last one's that counts
start_consumers() {
  local i where=(--state "$out/state")
  [[ -z $store ]] || where=(--store "$store")
  for ((i = 1; i <= consumers; i++)); do
    start_again "consumer-$i" java -jar "$consumer_jar" "$consumer_threads" \
      "${where[@]}" --dump "$out/counts.tsv" --report
    say "consumer-$i: $consumer_threads threads"
  done
}

# The consumers end, with their counts written, once nothing waits for them any more
drain() {
  local i name
  for ((i = 1; i <= consumers; i++)); do
    alive "consumer-$i" || fail_with_log "consumer-$i" "died"
  done
  java -jar "$broker_jar" depth --until-empty 30 >/dev/null ||
    fail_with_log consumer-1 "does not empty the queue"
  for ((i = 1; i <= consumers; i++)); do
    name=consumer-$i
    finish "$name" 60 || fail_with_log "$name" "ended with exit code $?"
  done
  [[ -f $out/counts.tsv ]] || fail_with_log consumer-1 "wrote no counts"
}
