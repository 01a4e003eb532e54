# HAProxy before the servers, with the configuration of deploy/haproxy. Sourced, never run; expects
# $balancer, $port, $out, $root and server_ports.
# shellcheck shell=bash disable=SC2154

start_balancer() {
  local addresses=("${server_ports[@]/#/127.0.0.1:}")
  apt_install haproxy
  port=${port:-$(free_port "$(any_port)")}
  "$root/deploy/haproxy/config" "$balancer" "${addresses[@]}" >"$out/haproxy.cfg"
  BALANCER_ADDRESS=127.0.0.1:$port start balancer "$out/balancer.log" \
    /usr/sbin/haproxy -db -f "$out/haproxy.cfg"
  await_ready balancer 10 http_ok "$(balancer_url)/health"
  say "balancer: HAProxy, $balancer, $(balancer_url)"
}

balancer_url() { echo "http://127.0.0.1:$port/server"; }
