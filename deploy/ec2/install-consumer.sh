#!/usr/bin/env bash
# Java 17 and consumer.jar on a fresh Debian 12, consuming from BROKER_ADDRESS with THREADS threads.
# Environment: BROKER_ADDRESS, BROKER_PORT, SECRETS, THREADS. Run again, it brings in a new bundle.
set -euo pipefail
# shellcheck source=deploy/ec2/common.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"

apt_install openjdk-17-jre-headless
add_user pipeline-consumer
introduce_broker
write_environment consumer /etc/pipeline/consumer.env \
  "THREADS=${THREADS:?}" "JAVA_OPTS=$(trust_options)"

start_service pipeline-consumer.service
