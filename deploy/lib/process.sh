# Child processes: started in the background, stopped in reverse order by pid. Sourced, never run;
# expects $root and $out.
# shellcheck shell=bash disable=SC2154

started_names=()
declare -A started_pid=() started_log=()

# start NAME LOG COMMAND...: starts it in a session of its own, so that the terminal's Ctrl-C
# reaches this script only, which then stops things in order. The log is empty at the return: what an
# earlier start of that name said in it is not taken for this one's
start() {
  local name=$1 log=$2
  shift 2
  : >"$log"
  setsid "$@" >"$log" 2>&1 </dev/null &
  started_names+=("$name")
  started_pid[$name]=$!
  started_log[$name]=$log
}

alive() { [[ -n ${started_pid[$1]:-} ]] && kill -0 "${started_pid[$1]}" 2>/dev/null; }

# await_ready NAME SECONDS COMMAND...: dies early, showing the log, when the process does
await_ready() {
  local name=$1 limit=$2
  shift 2
  await "$limit" ready_or_dead "$name" "$@" || fail_with_log "$name" "is not ready after $limit s"
  alive "$name" || fail_with_log "$name" "died while starting"
}

ready_or_dead() {
  local name=$1
  shift
  ! alive "$name" || "$@"
}

fail_with_log() { # NAME WHAT
  tail -n 15 "${started_log[$1]}" >&2
  die "$1 $2; its log is ${started_log[$1]}"
}

# finish NAME SECONDS: asks it to end, kills it when the time is up, returns its exit code
finish() {
  local pid=${started_pid[$1]}
  kill -TERM "$pid" 2>/dev/null || true
  if ! await "$2" gone "$pid"; then
    say "$1 did not end within $2 s: killed"
    kill -KILL -- "-$pid" 2>/dev/null || kill -KILL "$pid" 2>/dev/null
  fi
  unset "started_pid[$1]"
  wait "$pid"
}

gone() { ! kill -0 "$1" 2>/dev/null; }

stop_all() {
  local i name
  for ((i = ${#started_names[@]} - 1; i >= 0; i--)); do
    name=${started_names[i]}
    [[ -z ${started_pid[$name]:-} ]] || finish "$name" 10 || true
  done
}
