# Which broker a run uses, and its start. Sourced, never run; expects $broker, $cluster, $workload,
# $out, $broker_jar.
# shellcheck shell=bash disable=SC2154

queue_is_ours=no # to be deleted at the end
embedded=''
usual_broker=amqp://guest:guest@localhost:5672

# Ends with the broker's line on stdout
start_broker() {
  local about=''
  if ((cluster > 0)); then
    start_cluster
  elif [[ $broker == embedded ]]; then
    start_embedded_broker
  elif [[ -n ${RABBITMQ_URL:-} ]]; then
    about=$(about_broker) || exit # that says why: 1 where nobody answers, 2 if it is no such URL
    use_running_broker
  elif about=$(RABBITMQ_URL=$usual_broker about_broker 2>/dev/null); then
    export RABBITMQ_URL=$usual_broker
    use_running_broker
  elif [[ $broker == rabbitmq ]]; then
    start_own_rabbitmq
  else
    start_embedded_broker
  fi
  [[ -n $about ]] || about=$(about_broker) || exit
  [[ -z $embedded ]] || about="${about%%,*}, embedded"
  echo "broker: $about" | printable # the broker says what it is
}

# Product, version, type of queue, nodes
about_broker() { java -jar "$broker_jar" about; }

# On a broker that others use too, the run has a queue of its own, unless told which one to use
use_running_broker() {
  if [[ -z ${QUEUE:-} ]]; then
    QUEUE=$workload-$(date +%s)-$$
    export QUEUE
    queue_is_ours=yes
  elif [[ $(java -jar "$broker_jar" depth) != '0 0' ]]; then
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
  say "the broker's port: $address"
  embedded=yes
}

start_own_rabbitmq() {
  install_rabbitmq
  start_rabbitmq "$out/rabbitmq" "$out/broker.log"
  export RABBITMQ_URL=amqp://guest:guest@127.0.0.1:$rabbitmq_port
  say "the broker's management UI: http://localhost:$rabbitmq_ui_port (guest, guest)"
}

# The Prometheus plugins of the run's own nodes, whose ports are not the usual ones; the plugins of
# any other broker are found by the client
own_broker_api() {
  [[ ! -d $out/rabbitmq ]] ||
    find "$out/rabbitmq" -maxdepth 2 -name rabbitmq.conf \
      -exec sed -n 's,^prometheus.tcp.port = ,http://127.0.0.1:,p' {} + | paste -sd ,
}

delete_own_queue() {
  [[ $queue_is_ours == no ]] || java -jar "$broker_jar" delete || true
}
