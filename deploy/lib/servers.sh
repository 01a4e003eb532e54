# The servers of a run, server-1 and on, each on a port of its own. Sourced, never run; expects
# $servers, $port, $balancer, $out, $server_jar.
# shellcheck shell=bash disable=SC2154

server_ports=() # from 1 on

# The port is drawn here, so that a server which is killed comes back on the same one
start_servers() {
  local i next
  next=$(any_port)
  [[ -z $port || -n $balancer ]] || next=$port
  for ((i = 1; i <= servers; i++)); do
    server_ports[i]=$(free_port "$next")
    next=$((server_ports[i] + 1))
    SERVER_HOST=127.0.0.1 SERVER_PORT=${server_ports[i]} start_again "server-$i" java -jar "$server_jar"
  done
  for ((i = 1; i <= servers; i++)); do
    await_ready "server-$i" 60 server_healthy "$i"
    say "server-$i: $(server_url "$i")"
  done
}

server_url() { echo "http://127.0.0.1:${server_ports[$1]}/server"; } # I

# By the server's own word where it listens: another may answer on a port that looked free
server_healthy() { # I
  grep -qs "^serving $(server_url "$1")" "$out/server-$1.log" && http_ok "$(server_url "$1")/health"
}

# Where the client sends to: the balancer, or every server in turns
client_urls() {
  local i
  if [[ -n $balancer ]]; then
    balancer_url
  else
    for ((i = 1; i <= servers; i++)); do server_url "$i"; done
  fi
}
