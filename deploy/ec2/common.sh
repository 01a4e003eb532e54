# shellcheck shell=bash
# Sourced by the install scripts, which run once, as root, on Debian 12.
set -euo pipefail
# set by those who source this
: "${SECRETS:?}" "${BROKER_PORT:?}"

pipeline=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# the certificate carries this name, so that it need not be made anew when the address changes
BROKER_NAME=broker.pipeline.internal
TRUST_STORE=/etc/pipeline/truststore.jks

apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "$@"
}

# secret NAME: the SSM parameter /SECRETS/NAME, decrypted
secret() {
  aws ssm get-parameter --name "/$SECRETS/$1" --with-decryption --query Parameter.Value --output text
}

# write_file MODE FILE: from standard input, never readable by others in between
write_file() {
  local mode=$1 file=$2
  install -D -m "$mode" /dev/stdin "$file"
}

# The environment file of a program that talks to the broker: environment USER FILE [LINE...]
write_environment() {
  local user=$1 file=$2 scheme=amqp password
  shift 2
  if [ "$BROKER_PORT" = 5671 ]; then scheme=amqps; fi
  password=$(secret "$user/password")
  # it goes into a URL as it is
  if ! [[ $password =~ ^[A-Za-z0-9._~-]{12,}$ ]]; then
    echo "/$SECRETS/$user/password must be 12 or more of A-Z a-z 0-9 . _ ~ -" >&2
    exit 1
  fi
  write_file 600 "$file" << END
RABBITMQ_URL=$scheme://$user:$password@$BROKER_NAME:$BROKER_PORT/pipeline
$(printf '%s\n' "$@")
END
}

# Lets this machine reach the broker by the name in its certificate, and trust only our authority.
introduce_broker() {
  sed -i "/ $BROKER_NAME\$/d" /etc/hosts
  echo "${BROKER_ADDRESS:?} $BROKER_NAME" >> /etc/hosts
  if [ "$BROKER_PORT" = 5671 ]; then
    install -D -m 644 "$pipeline/tls/truststore.jks" "$TRUST_STORE"
  fi
}

# JVM options on top of the unit's
trust_options() {
  if [ "$BROKER_PORT" = 5671 ]; then
    echo "-Djavax.net.ssl.trustStore=$TRUST_STORE -Djavax.net.ssl.trustStoreType=JKS"
  fi
}

add_user() {
  if ! id "$1" > /dev/null 2>&1; then
    useradd --system --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$1"
  fi
}

# start_service UNIT: installs the unit beside this script, and has it run from now on
start_service() {
  install -m 644 "$pipeline/ec2/$1" /etc/systemd/system/
  systemctl daemon-reload
  systemctl enable "$1"
  systemctl restart "$1"
}
