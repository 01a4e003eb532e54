# Which broker a run uses, and its start. Sourced, never run; expects $broker, $cluster, $workload,
# $out, $broker_jar.
# shellcheck shell=bash disable=SC2154

queue_is_ours=no # to be deleted at the end

start_broker() {
  local answer code=0 default=amqp://guest:guest@localhost:5672
  if ((cluster > 0)); then
    start_cluster
    return
  fi
  export RABBITMQ_URL=${RABBITMQ_URL:-$default}
  if [[ $broker != embedded ]]; then
    answer=$(java -jar "$broker_jar" depth 2>&1) || code=$?
    case $code in
      0) use_running_broker "$answer" && return ;;
      2) die "${answer#broker: }" ;;
      *) [[ $RABBITMQ_URL == "$default" ]] || say "${answer#broker: }" ;;
    esac
  fi
  if [[ $broker == rabbitmq ]]; then start_own_rabbitmq; else start_embedded_broker; fi
}

# On a broker that others use too, the run has a queue of its own, unless told which one to use
use_running_broker() { # WAITING DEAD
  say "broker: the one at ${RABBITMQ_URL##*@}"
  if [[ -z ${QUEUE:-} ]]; then
    QUEUE=$workload-$(date +%s)-$$
    export QUEUE
    queue_is_ours=yes
  elif [[ $1 != '0 0' ]]; then
    die "the queue $QUEUE is not empty"
  fi
}

# Never on 5672: a server or consumer left running elsewhere would join in
start_embedded_broker() {
  local address
  start broker "$out/broker.log" java -jar "$broker_jar" --port 0
  await_ready broker 60 grep -qs '^broker ready' "$out/broker.log"
  address=$(sed -n 's,^broker ready on amqp://,,p' "$out/broker.log")
  export RABBITMQ_URL=amqp://guest:guest@$address
  say "broker: embedded, at $address"
}

# RabbitMQ's management API where this run has it; else the queue's length over AMQP
broker_api() {
  local host=${RABBITMQ_URL#*@}
  if ((cluster > 0)); then
    echo "http://127.0.0.1:$(surviving_ui_port)"
  elif [[ -n ${rabbitmq_ui_port:-} ]]; then
    echo "http://127.0.0.1:$rabbitmq_ui_port"
  else
    echo "amqp://${host%%[,/]*}"
  fi
}

start_own_rabbitmq() {
  apt_install rabbitmq-server
  start_rabbitmq "$out/rabbitmq" "$out/broker.log"
  export RABBITMQ_URL=amqp://guest:guest@127.0.0.1:$rabbitmq_port
  say "broker: RabbitMQ, at 127.0.0.1:$rabbitmq_port"
  say "its management UI: http://localhost:$rabbitmq_ui_port (guest, guest)"
}

delete_own_queue() {
  [[ $queue_is_ours == no ]] || java -jar "$broker_jar" delete || true
}
