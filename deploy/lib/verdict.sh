# The proof at the end of a run. Sourced, never run; expects $file, $out, $broker_jar.
# shellcheck shell=bash disable=SC2154

# Prints the top ten words and whether all is as coreutils say; false if it is not
verdict() {
  local lines sent left word=EXACT
  lines=$(lines_to_send)
  oracle "$file" "$lines" "$out" >"$out/expected.tsv"
  sent=$(lines_sent)
  left=$(java -jar "$broker_jar" depth)
  echo "the ten most frequent words:"
  top_ten "$out/counts.tsv"
  expect "lines sent" "$lines" "$sent" || word=WRONG
  expect "messages waiting and dead" "0 0" "$left" || word=WRONG
  same_counts || word=WRONG
  printf 'counts: %s lines=%s words=%s distinct=%s\n' "$word" "$lines" \
    "$(word_count "$out/expected.tsv")" "$(wc -l <"$out/expected.tsv")"
  [[ $word == EXACT ]]
}

expect() { # WHAT EXPECTED ACTUAL
  [[ $3 == "$2" ]] || { say "$1: ${3:-none}, but must be $2" && return 1; }
}

same_counts() {
  cmp -s "$out/expected.tsv" "$out/counts.tsv" && return
  say "the first differences (< expected, > counted):"
  diff -a "$out/expected.tsv" "$out/counts.tsv" | sed -n 1,10p | printable >&2
  return 1
}
