# shellcheck shell=bash
# Sourced by the install scripts, which run once, as root, on Debian 12.
set -euo pipefail
# set by those who source this
: "${SECRETS:?}" "${BROKER_PORT:?}"

pipeline=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
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

# secret_like FORM NAME: prints the secret NAME, if it has the form
secret_like() {
  local value
  value=$(secret "$2")
  # nothing of it goes into the log
  if ! [[ $value =~ ^$1$ ]]; then
    echo "/$SECRETS/$2 does not have the form $1" >&2
    return 1
  fi
  echo "$value"
}

# api_token none|required: the line of the environment file for API_TOKEN, if there is to be one
api_token() {
  local token
  case $1 in
    none) ;;
    required)
      token=$(secret_like '[A-Za-z0-9._~+/-]{16,}=*' server/api-token) || return 1
      echo "API_TOKEN=$token"
      ;;
    *) echo "TOKEN is '$1', but must be none or required" >&2 && return 1 ;;
  esac
}

# The environment file of a program that talks to the broker: write_environment USER FILE [LINE...]
write_environment() {
  local user=$1 file=$2 scheme=amqp password
  shift 2
  if [ "$BROKER_PORT" = 5671 ]; then scheme=amqps; fi
  # it goes into a URL as it is
  password=$(secret_like '[A-Za-z0-9._~-]{12,}' "$user/password") || return 1
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
