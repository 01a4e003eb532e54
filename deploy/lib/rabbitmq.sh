# RabbitMQ nodes of this run only, on 127.0.0.1, as started processes. Sourced, never run; expects
# $rabbitmq_home, whose programs run as who calls them: those in /usr/sbin would change the user.
# shellcheck shell=bash disable=SC2034,SC2154 # ports for others; rabbitmq_home

# start_rabbitmq DIR LOG: one node; sets rabbitmq_port and rabbitmq_ui_port
start_rabbitmq() {
  start_epmd "$1"
  start_node broker "$1" "$2"
}

# start_epmd DIR: where nodes find each other. Started here, since a node that starts its own leaves
# it behind. DIR becomes the home of all nodes: their common cookie is in it.
start_epmd() {
  nodes_home=$1
  epmd_port=$(free_port "$(any_port)")
  mkdir -p "$nodes_home"
  start epmd "$nodes_home/epmd.log" env PATH="$rabbitmq_home/bin:$PATH" epmd -port "$epmd_port" -address 127.0.0.1
  await_ready epmd 10 listening "$epmd_port"
}

# start_node NAME DIR LOG [SETTING...]: waits for it; sets rabbitmq_port and rabbitmq_ui_port
start_node() {
  local name=$1 dir=$2 log=$3 dist_port
  rabbitmq_port=$(free_port "$(any_port)") # not 5672, for the reason in broker.sh
  rabbitmq_ui_port=$(free_port 15672)
  dist_port=$(free_port "$(any_port)")
  mkdir -p "$dir"
  echo '[rabbitmq_management,rabbitmq_prometheus].' >"$dir/enabled_plugins"
  rabbitmq_settings "$(free_port "$(any_port)")" "${@:4}" >"$dir/rabbitmq.conf"
  pid_file["$name"]=$dir/pid
  start "$name" "$log" env \
    HOME="$nodes_home" \
    ERL_CRASH_DUMP="$dir/erl_crash.dump" \
    ERL_EPMD_PORT="$epmd_port" \
    RABBITMQ_NODENAME="$name@localhost" \
    RABBITMQ_NODE_IP_ADDRESS=127.0.0.1 \
    RABBITMQ_NODE_PORT="$rabbitmq_port" \
    RABBITMQ_DIST_PORT="$dist_port" \
    RABBITMQ_MNESIA_BASE="$dir/mnesia" \
    RABBITMQ_LOG_BASE="$dir/log" \
    RABBITMQ_LOGS=- \
    RABBITMQ_PID_FILE="$dir/pid" \
    RABBITMQ_ENABLED_PLUGINS_FILE="$dir/enabled_plugins" \
    RABBITMQ_CONFIG_FILE="$dir/rabbitmq" \
    RABBITMQ_CONF_ENV_FILE=/nonexistent \
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='+sbwt none +sbwtdcpu none +sbwtdio none -kernel inet_dist_use_interface {127,0,0,1}' \
    "$rabbitmq_home/bin/rabbitmq-server"
  await_ready "$name" 90 grep -qs 'Server startup complete' "$log"
}

rabbitmq_settings() { # PROMETHEUS_PORT [SETTING...]
  cat <<END
management.tcp.ip = 127.0.0.1
management.tcp.port = $rabbitmq_ui_port
prometheus.tcp.ip = 127.0.0.1
prometheus.tcp.port = $1
# figures of every second instead of every fifth, for the report
collect_statistics_interval = 1000
management.sample_retention_policies.global.minute = 1
management.sample_retention_policies.global.hour = 60
management.sample_retention_policies.global.day = 1200
management.sample_retention_policies.basic.minute = 1
management.sample_retention_policies.basic.hour = 60
management.sample_retention_policies.detailed.minute = 1
management.sample_retention_policies.detailed.10 = 1
END
  # The classic queues of RabbitMQ 4, which confirm what has been written and do not wait for the
  # disk: a confirmed message outlives its broker, but not a power cut. Nor does a private node, whose
  # data go with the run. Version 1 waits, which costs speed at few connections: ../rabbitmq/README.md.
  if has_queue_versions; then
    echo 'classic_queue.default_version = 2'
  fi
  # A body of 4096 bytes or more goes to the message store, in a process of its own and with an fsync
  # of its own. A batch of lines has 2 to 12 KiB: with its entry in the queue's own files it costs
  # less.
  if rabbitmq_is '3.*'; then
    echo 'queue_index_embed_msgs_below = 16384'
  fi
  # DURABLE=off, which RabbitMQ refuses by default from 4.3 on
  if rabbitmq_is '4.*' && ! rabbitmq_is '4.[0-2].*'; then
    echo 'deprecated_features.permit.transient_nonexcl_queues = true'
  fi
  printf '%s\n' "${@:2}"
}

rabbitmq_is() { compgen -G "$rabbitmq_home/lib/rabbitmq_server-$1" >/dev/null; } # PATTERN

has_queue_versions() { rabbitmq_is '3.1[0-3].*'; }

# version_1_queues PATTERN: classic queues whose names match are of version 1, if declared after this.
# For the node that start_rabbitmq started; not in RabbitMQ 4.
version_1_queues() {
  HOME=$nodes_home ERL_EPMD_PORT=$epmd_port "$rabbitmq_home/bin/rabbitmqctl" -q \
    --node broker@localhost set_policy --apply-to queues version-1 "$1" '{"queue-version": 1}'
}
