# What the counts must be, by coreutils only, byte for byte. Sourced, never run; expects common.sh.
# shellcheck shell=bash

# oracle FILE LINES TEMPDIR: the counts, as count<TAB>word by word, of the first LINES lines of FILE
# read over and over
oracle() {
  local lines full rest
  lines=$(line_count "$1")
  ((lines > 0)) || return 0
  full=$(($2 / lines))
  rest=$(($2 % lines))
  if ((rest == 0)); then
    counted "$3" <"$1" | multiplied "$full"
  else
    { counted "$3" <"$1" | multiplied "$full"; posted_lines "$1" | sed -n "1,${rest}p" | counted "$3"; } | added "$3"
  fi
}

counted() { # TEMPDIR
  LC_ALL=C tr -s ' \t\n\v\f\r' '\n' | nonempty | LC_ALL=C sort -T "$1" | LC_ALL=C uniq -c |
    LC_ALL=C sed -E 's/^ *([0-9]+) /\1\t/'
}

multiplied() { LC_ALL=C awk -F '\t' -v times="$1" 'times > 0 { printf "%.0f\t%s\n", $1 * times, $2 }'; }

added() { # TEMPDIR
  LC_ALL=C awk -F '\t' '{ n[$2] += $1 } END { for (word in n) printf "%.0f\t%s\n", n[word], word }' |
    LC_ALL=C sort -T "$1" -t $'\t' -k 2
}

# The lines with at least one byte. -a: a NUL does not make the text binary.
nonempty() { LC_ALL=C grep -av '^$' || (($? == 1)); }

# posted_lines FILE: those that the client posts, without the LF or CRLF that ends them. sed takes a CR
# from the end of the file as well, where it ends no line; so one more is put there.
posted_lines() {
  { cat "$1"; if ends_in_cr "$1"; then printf '\r'; fi; } | LC_ALL=C sed 's/\r$//' | nonempty
}

ends_in_cr() { tail -c 1 "$1" | LC_ALL=C grep -q $'\r'; }

first_lines() { posted_lines "$1" | sed -n "1,$2p" >"$3"; } # FILE LINES TARGET

line_count() { posted_lines "$1" | wc -l; }

word_count() { LC_ALL=C awk -F '\t' '{ sum += $1 } END { printf "%.0f\n", sum }' "$1"; }

top_ten() { LC_ALL=C sort -t $'\t' -k 1,1nr -k 2 "$1" | sed -n 1,10p | printable; }

# expect_words FILE LINES TEMPDIR TARGET: writes the counts that so many lines come to, and prints what
# the last line of a run says about them. LINES may be a sum such as 200+9930, of which each part
# begins with the first line.
expect_words() {
  local part
  if [[ $2 == *+* ]]; then
    for part in ${2//+/ }; do oracle "$1" "$part" "$3"; done | added "$3" >"$4"
  else
    oracle "$1" "$2" "$3" >"$4"
  fi
  echo "lines=$(($2)) words=$(word_count "$4") distinct=$(wc -l <"$4")"
}

differences() { diff -a "$1" "$2" | sed -n 1,10p | printable || true; } # EXPECTED COUNTED
