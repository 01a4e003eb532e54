# What the counts must be, by coreutils only, byte for byte. Sourced, never run.
# shellcheck shell=bash

# oracle FILE TIMES TEMPDIR: the counts of FILE read TIMES times over, as count<TAB>word by word
oracle() {
  local LC_ALL=C
  export LC_ALL
  tr -s ' \t\n\v\f\r' '\n' <"$1" | nonempty | sort -T "$3" | uniq -c |
    sed -E 's/^ *([0-9]+) /\1\t/' |
    awk -F '\t' -v times="$2" '{ printf "%.0f\t%s\n", $1 * times, $2 }'
}

# The lines with at least one byte. -a: a NUL does not make the text binary.
nonempty() { LC_ALL=C grep -av '^$' || (($? == 1)); }

line_count() { nonempty <"$1" | wc -l; }

word_count() { LC_ALL=C awk -F '\t' '{ sum += $1 } END { printf "%.0f\n", sum }' "$1"; }

top_ten() { LC_ALL=C sort -t $'\t' -k 1,1nr -k 2 "$1" | sed -n 1,10p | printable; }

# Without the control characters that a terminal would obey
printable() { LC_ALL=C tr -d '\000-\010\013-\037\177'; }
