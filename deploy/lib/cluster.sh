# A RabbitMQ cluster of this run's own, broker-1 and on, with a quorum queue. Sourced, never run;
# expects $cluster, $out.
# shellcheck shell=bash disable=SC2154

declare -A ui_port=()

# One after the other: the first makes the cluster, each later one joins it
start_cluster() {
  local i name nodes='' settings=() joining=(
    'cluster_formation.peer_discovery_backend = classic_config'
    'cluster_formation.classic_config.nodes.1 = broker-1@localhost'
  )
  install_rabbitmq
  # without an effect from 4.3 on, whose nodes agree by Raft about everything
  if rabbitmq_is '3.*' || rabbitmq_is '4.[0-2].*'; then
    settings=('cluster_partition_handling = pause_minority')
  fi
  start_epmd "$out/rabbitmq"
  for ((i = 1; i <= cluster; i++)); do
    name=broker-$i
    start_node "$name" "$out/rabbitmq/$name" "$out/$name.log" "${settings[@]}"
    ui_port[$name]=$rabbitmq_ui_port
    nodes+=,127.0.0.1:$rabbitmq_port
    say "$name: 127.0.0.1:$rabbitmq_port, UI at http://localhost:$rabbitmq_ui_port (guest, guest)"
    ((i > 1)) || settings+=("${joining[@]}") # for those after it
  done
  export RABBITMQ_URL=amqp://guest:guest@${nodes#,} QUEUE_TYPE=quorum
}

# Whether the queue has a copy on every node, which the management knows a second later
await_quorum() {
  ((cluster > 0)) || return 0
  await 20 queue_is_on_all_nodes || die "the queue is not on all $cluster nodes"
  say "queue: quorum of $cluster, led by $(queue_leader)"
}

queue_is_on_all_nodes() {
  local members
  members=$(queue_fact members '\[[^]]*\]')
  [[ $(grep -o @ <<<"$members" | wc -l) == "$cluster" ]]
}

queue_leader() { # the name of its node
  local leader
  leader=$(queue_fact leader '"[^"]*"')
  leader=${leader#\"}
  echo "${leader%@*}"
}

# queue_fact NAME PATTERN: what the first node's management says about the queue, as JSON
queue_fact() {
  (
    exec 3<>"/dev/tcp/127.0.0.1/${ui_port[broker-1]}"
    printf 'GET /api/queues/%%2F/%s HTTP/1.0\r\nAuthorization: Basic %s\r\n\r\n' \
      "$(watched_queue)" "$(printf guest:guest | base64)" >&3
    sed -n "s/.*\"$1\":\($2\).*/\1/p" <&3
  )
}
