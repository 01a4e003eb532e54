# kill -9 in the middle of a run, and how long nothing was confirmed then. Sourced, never run;
# expects $kills, $csv, $out and what is started.
# shellcheck shell=bash disable=SC2154

killer=

# Beside the client, which has just been started
plan_kills() {
  ((${#kills[@]} > 0)) || return 0
  kill_at "$(($(lines_to_send) / 2))" &
  killer=$!
}

kill_at() { # LINES
  local what answered=0
  until ((answered > $1)); do
    alive client || return 0
    sleep 0.1
    [[ ! -f $csv ]] || answered=$(lines_in_csv)
  done
  for what in "${kills[@]}"; do
    kill_now "$what" "$answered"
  done
}

# So far; where requests carry many lines, the last column says how many
lines_in_csv() {
  if ((lines_per_request == 1)); then
    wc -l <"$csv"
  else
    awk -F , '{ n += $5 } END { print n + 0 }' "$csv"
  fi
}

kill_now() { # server|consumer|leader ANSWERED
  local name=$1-1 pid time
  [[ $1 != leader ]] || name=$(queue_leader)
  pid=$(<"${pid_file[$name]}")
  time=$(date +%s%3N)
  kill -KILL "$pid"
  printf '%s\t%s\t%s\n' "$time" "$name" "$pid" >>"$out/kills.tsv"
  say "kill -9: $name, process $pid, after $2 lines"
}

# False if the run was over before everything was killed that should be
report_kills() {
  local done=0
  ((${#kills[@]} > 0)) || return 0
  wait "$killer"
  [[ ! -f $out/kills.tsv ]] || done=$(wc -l <"$out/kills.tsv")
  expect "processes killed" "${#kills[@]}" "$done" || return 1
  pause
}

# The longest time between two successive confirmed lines after the first kill, and before it
pause() {
  local time
  read -r time _ <"$out/kills.tsv"
  awk -F , 'NR > 1 && $2 == "POST" && $4 ~ /^2/ { printf "%.1f\n", $1 + $3 }' "$csv" | sort -n |
    awk -v kill="$time" '
      NR > 1 && $1 - last > longest[$1 > kill] { longest[$1 > kill] = $1 - last }
      { last = $1 }
      END { printf "pause: %.0f ms without a confirmed line (before the kill: %.0f ms at most)\n",
            longest[1], longest[0] }'
}
