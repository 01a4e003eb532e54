# The client of a run. Sourced, never run; expects what arguments.sh sets, $out and $client_jar.
# shellcheck shell=bash disable=SC2154

# In the background, since a trap waits for a command in the foreground, but not for `wait`
run_client() {
  local code=0 options=("${client_options[@]}") url
  for url in $(client_urls); do options+=(--url "$url"); done
  ((${#kills[@]} == 0)) || csv=${csv:-$out/client.csv} # tells where the run is
  [[ -z $csv ]] || options+=(--csv "$csv")
  # what the client needs to draw the broker's curves beside its own
  [[ $report == no ]] || options+=(--report "$out/report.html" --json "$out/client.json"
    --broker-api "$(broker_api)" --queue "${QUEUE:-wordcount}")
  java -jar "$client_jar" "$file" "$threads" "${options[@]}" >"$out/client.txt" &
  started_names+=(client)
  started_pid[client]=$!
  plan_kills
  wait "${started_pid[client]}" || code=$?
  unset 'started_pid[client]'
  cat "$out/client.txt"
  return "$code"
}

# Whether the run ends by the clock instead of after so many lines
timed() { [[ " ${client_options[*]}" == *' --'@(duration|stages)* ]]; }

# A timed run sends as many lines as it can; every other one the file so many times
lines_to_send() {
  if timed; then
    lines_sent
  else
    echo $(($(line_count "$file") * repeat * steps))
  fi
}

# Runs of several steps say it in a line of their own
lines_sent() {
  awk -F '[: ]+' '/^Total number of successful requests/ { n = $6 } /^Lines sent: / { n = $3 } END { print n }' \
    "$out/client.txt"
}
