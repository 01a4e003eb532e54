#!/usr/bin/env bash
# RabbitMQ on a fresh Debian 12, with the users, queues and limits of deploy/rabbitmq.
# Environment: BROKER_PORT, MANAGEMENT_FROM (tunnel or operator), SECRETS.
set -euo pipefail
# shellcheck source=deploy/ec2/common.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"

# masked, or it would start before it is configured, on all addresses and with the user guest
systemctl mask rabbitmq-server.service epmd.socket
apt_install rabbitmq-server openssl python3

for user in server consumer operator; do
  export "${user^^}_PASSWORD=$(secret "$user/password")"
done
"$pipeline/rabbitmq/definitions" | write_file 640 /etc/rabbitmq/definitions.json
install -m 644 "$pipeline"/rabbitmq/{rabbitmq.conf,rabbitmq-env.conf,enabled_plugins} /etc/rabbitmq/
if [ "$BROKER_PORT" = 5671 ]; then
  install -D -m 644 -t /etc/rabbitmq/tls "$pipeline"/tls/{ca.pem,broker.pem}
  secret broker/key | write_file 640 /etc/rabbitmq/tls/broker-key.pem
  chgrp rabbitmq /etc/rabbitmq/tls/broker-key.pem
else
  sed -i -e 's/^listeners\.tcp\.local = .*/listeners.tcp.default = 5672/' \
    -e '/^listeners\.ssl/d; /^ssl_options/d' /etc/rabbitmq/rabbitmq.conf
fi
if [ "${MANAGEMENT_FROM:?}" = operator ]; then
  sed -i 's/^management\.tcp\.ip = .*/management.tcp.ip = 0.0.0.0/' /etc/rabbitmq/rabbitmq.conf
fi
chgrp rabbitmq /etc/rabbitmq/definitions.json

install -D -m 644 "$pipeline/ec2/rabbitmq-server.conf" /etc/systemd/system/rabbitmq-server.service.d/pipeline.conf
install -D -m 644 "$pipeline/ec2/epmd.conf" /etc/systemd/system/epmd.socket.d/pipeline.conf
systemctl unmask rabbitmq-server.service epmd.socket
systemctl daemon-reload
systemctl enable epmd.socket
systemctl restart epmd.socket
systemctl enable rabbitmq-server.service
systemctl restart rabbitmq-server.service
