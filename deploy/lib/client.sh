# The client of a run. Sourced, never run; expects what arguments.sh sets, $out and $client_jar.
# shellcheck shell=bash disable=SC2154

# In the background, since a trap waits for a command in the foreground, but not for `wait`
run_client() {
  local code=0 arguments options=("${client_options[@]}") url
  readarray -d '' -t arguments < <(input_arguments)
  for url in $(client_urls); do options+=(--url "$url"); done
  ((${#kills[@]} == 0)) || csv=${csv:-$out/client.csv} # tells where the run is
  [[ -z $csv ]] || options+=(--csv "$csv")
  if [[ $report == yes ]]; then
    options+=(--report "$out/report.html" --json "$out/client.json" --queue "$(watched_queue)")
    broker_api=${broker_api:-$(own_broker_api)}
  fi
  [[ -z $broker_api ]] || options+=(--broker-api "$broker_api")
  java -jar "$client_jar" "${arguments[@]}" "${options[@]}" >"$out/client.txt" &
  started_names+=(client)
  started_pid[client]=$!
  plan_kills
  wait "${started_pid[client]}" || code=$?
  unset 'started_pid[client]'
  cat "$out/client.txt"
  return "$code"
}

# Whether the run ends by the clock instead of after so many requests
timed() { [[ " ${client_options[*]}" == *' --'@(duration|stages)* ]]; }

# A timed run sends as many as it can; every other one the whole input in each step
lines_to_send() {
  if timed; then
    lines_answered
  else
    echo $(($(lines_a_step) * steps))
  fi
}

# A request is a line, unless the number of lines follows the block; runs of several steps say it in a
# line of their own
lines_answered() {
  awk '/^Total number of (successful requests|lines): / { n = $NF } /^(Lines|Requests) sent: / { n = $3 } END { print n }' \
    "$out/client.txt"
}
