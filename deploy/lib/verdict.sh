# The proof at the end of a run. Sourced, never run; expects $workload, $out, $broker_jar.
# shellcheck shell=bash disable=SC2154

# Prints whether all is as coreutils or the generator's description say; false if it is not
verdict() {
  local lines_sent totals left part word=EXACT
  lines_sent=$(lines_to_send)
  totals=$(expect_counts "$lines_sent")
  left=$(java -jar "$broker_jar" depth)
  if [[ $workload == wordcount ]]; then
    echo "the ten most frequent words:"
    top_ten "$out/counts.tsv"
  fi
  expect "lines sent" "$lines_sent" "$(lines_answered)" || word=WRONG
  expect "messages waiting and dead" "0 0" "$left" || word=WRONG
  for part in $(consumer_workloads); do
    same_counts "$(expected_file "$part")" "$(counts_file "$part")" || word=WRONG
  done
  echo "counts: $word $totals"
  [[ $word == EXACT ]]
}

expect() { # WHAT EXPECTED ACTUAL
  [[ $3 == "$2" ]] || { say "$1: ${3:-none}, but must be $2" && return 1; }
}

same_counts() { # EXPECTED COUNTED
  cmp -s "$1" "$2" && return
  say "${2##*/}: the first differences (< expected, > counted):"
  diff -a "$1" "$2" | sed -n 1,10p | printable >&2
  return 1
}
