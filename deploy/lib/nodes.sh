# A RabbitMQ node and a Redis for checks, on 127.0.0.1, as started processes. Sourced, never run;
# expects process.sh and $lab_jar.
# shellcheck shell=bash disable=SC2034,SC2154 # ports for others; lab_jar

# start_rabbitmq DIR [SETTING...]: sets the ports and the pid; its log is DIR/rabbitmq.log
start_rabbitmq() {
  mkdir -p "$1"
  NODE_SETTINGS=$(printf '%s\n' "${@:2}") start_node broker rabbitmq "$1"
  read -r _ rabbitmq_port rabbitmq_ui_port rabbitmq_metrics_port rabbitmq_pid < <(grep '^rabbitmq ' "$1/node.log")
}

# start_redis DIR: sets redis_url
start_redis() {
  mkdir -p "$1"
  start_node redis redis "$1"
  local port
  read -r _ port _ < <(grep '^redis ' "$1/node.log")
  redis_url=redis://127.0.0.1:$port
}

start_node() { # NAME KIND DIR
  start "$1" "$3/node.log" java -XX:TieredStopAtLevel=1 -cp "$lab_jar" pipeline.lab.Node "$2" "$3"
  await_ready "$1" 200 grep -qs "^$2 " "$3/node.log"
}
