# A Redis of this run only, on 127.0.0.1, for several consumers on one store. Sourced, never run;
# expects $store and $out.
# shellcheck shell=bash disable=SC2154

# Where the counts are kept: a Redis that was named, or one of this run's own
start_store() {
  [[ -n $store ]] || return 0
  [[ $store != redis ]] || start_redis
  export REDIS_URL=$store # the server reads what the consumers keep
}

# Every write is on the disk before it is answered: what a consumer acks then survives a kill of
# Redis, and a power failure
start_redis() {
  local port
  apt_install redis-server
  port=$(free_port "$(any_port)")
  mkdir -p "$out/redis"
  start redis "$out/redis.log" redis-server --port "$port" --bind 127.0.0.1 --dir "$out/redis" \
    --appendonly yes --appendfsync always --save ''
  await_ready redis 10 grep -qs 'Ready to accept connections' "$out/redis.log"
  store=redis://127.0.0.1:$port
  say "redis: $store"
}
