# What differs from one workload to the next. Sourced, never run; expects $root, $out, and what
# arguments.sh sets: $workload, $file, $requests, $seed, $repeat, $store, $client_options.
# shellcheck shell=bash disable=SC2154

# What consumer.jar calls the parts that it counts: every message goes to each of them
consumer_workloads() {
  if [[ $workload == swipes ]]; then echo swipe-counts swipe-matches; else echo "$workload"; fi
}

# Where the counts of such a part are written
counts_file() { # CONSUMER_WORKLOAD
  if [[ $1 == wordcount ]]; then echo "$out/counts.tsv"; else echo "$out/$1.tsv"; fi
}

expected_file() { # CONSUMER_WORKLOAD
  if [[ $1 == wordcount ]]; then echo "$out/expected.tsv"; else echo "$out/$1.expected.tsv"; fi
}

# The queue to look at; swipes have another one, which gets the same
watched_queue() {
  local name=${QUEUE:-$workload}
  if [[ $workload == swipes ]]; then echo "$name.counts"; else echo "$name"; fi
}

# What the client is told to send
input_arguments() { # prints them, each with a NUL behind it: a name may hold line ends
  if [[ $workload == wordcount ]]; then
    printf '%s\0' "$file" "$threads"
  else
    printf '%s\0' "$threads" --workload "$workload" --requests "$requests" --seed "$seed"
    # five reads a second beside them, as the system that it is after did, where they are served
    [[ $workload != swipes || -z $store || " ${client_options[*]}" == *' --gets'* ]] ||
      printf '%s\0' --gets=5
  fi
}

lines_a_step() {
  if [[ $workload == wordcount ]]; then
    echo $(($(line_count "$file") * repeat))
  else
    echo $((requests * repeat))
  fi
}

# Writes the counts that so many lines must come to, and the words of the last line about them
expect_counts() { # LINES
  local part
  if [[ $workload == wordcount ]]; then
    expect_words "$1"
    return
  fi
  for part in $(consumer_workloads); do
    generated "$part" "$1" >"$(expected_file "$part")"
  done
  generated "$part" "$1" --totals
}

expect_words() { # LINES
  local expected
  expected=$(expected_file wordcount)
  oracle "$file" "$1" "$out" >"$expected"
  echo "lines=$1 words=$(word_count "$expected") distinct=$(wc -l <"$expected")"
}

generated() { # CONSUMER_WORKLOAD REQUESTS [OPTION]
  python3 "$root/deploy/lib/oracle.py" "$1" --requests "$2" --seed "$seed" "${@:3}"
}
