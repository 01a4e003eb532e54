# A RabbitMQ node of this run only, on 127.0.0.1, as started processes. Sourced, never run.
# shellcheck shell=bash

rabbitmq_server=/usr/lib/rabbitmq/bin/rabbitmq-server # the one in /usr/sbin would change the user

# start_rabbitmq DIR LOG: sets rabbitmq_port and rabbitmq_ui_port
start_rabbitmq() {
  local dir=$1 log=$2 epmd_port dist_port
  rabbitmq_port=$(free_port 35672) # not 5672, for the reason in broker.sh
  rabbitmq_ui_port=$(free_port 15672)
  epmd_port=$(free_port 24369)
  dist_port=$(free_port 25672)
  mkdir -p "$dir"
  echo '[rabbitmq_management,rabbitmq_prometheus].' >"$dir/enabled_plugins"
  rabbitmq_settings "$(free_port 15692)" >"$dir/rabbitmq.conf"

  # started here, since a node that starts its own leaves it behind
  start epmd "$dir/epmd.log" epmd -port "$epmd_port" -address 127.0.0.1
  await_ready epmd 10 listening "$epmd_port"
  start broker "$log" env \
    HOME="$dir" \
    ERL_EPMD_PORT="$epmd_port" \
    RABBITMQ_NODENAME="pipeline-$$@localhost" \
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
    "$rabbitmq_server"
  await_ready broker 90 grep -qs 'Server startup complete' "$log"
}

rabbitmq_settings() { # PROMETHEUS_PORT
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
}
