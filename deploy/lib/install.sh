# Debian packages. Sourced, never run.
# shellcheck shell=bash

apt_updated=no

# apt_install PACKAGE...: installs what is missing, without starting any of its services
apt_install() {
  local missing=() package
  for package in "$@"; do
    package_installed "$package" || missing+=("$package")
  done
  ((${#missing[@]} > 0)) || return 0
  command -v apt-get >/dev/null || die "install these first: ${missing[*]}"
  ((EUID == 0)) || die "not root, so install these first: apt-get install ${missing[*]}"
  say "installing ${missing[*]}"
  if [[ $apt_updated == no ]]; then
    apt_get update
    apt_updated=yes
  fi
  without_services apt_get install -y --no-install-recommends "${missing[@]}"
}

package_installed() {
  [[ $(dpkg-query -W -f='${Status}' "$1" 2>/dev/null) == 'install ok installed' ]]
}

apt_get() {
  local log
  log=$(mktemp)
  # another apt, such as that of a machine's daily updates, is waited for, but not by `update`: ours take turns
  if ! DEBIAN_FRONTEND=noninteractive flock --close /run/pipeline-apt.lock apt-get -q -o DPkg::Lock::Timeout=300 "$@" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    die "apt-get $1 failed"
  fi
  rm -f "$log"
}

# A package's service would start, and take ports, at installation: Debian asks this file first. Installations
# take turns, so that none removes the file while another needs it; what they start holds no lock.
without_services() {
  local policy=/usr/sbin/policy-rc.d
  (
    flock 9
    if [[ ! -e $policy ]]; then
      trap 'rm -f "$policy"' EXIT
      printf '#!/bin/sh\nexit 101\n' >"$policy"
      chmod +x "$policy"
    fi
    "$@" 9>&-
  ) 9>>/run/pipeline-services.lock
}

# The RabbitMQ that all nodes of our own run, laid out as Debian's package is: bin/rabbitmq-server,
# bin/rabbitmqctl, lib/rabbitmq_server-VERSION, and bin/epmd unless that is in PATH. It is used as it
# stands there; Debian's is installed if missing.
debian_rabbitmq=/usr/lib/rabbitmq
rabbitmq_home=${RABBITMQ_HOME:-$debian_rabbitmq}

# netbase: Erlang's port mapper looks for TCP in /etc/protocols, which a bare Debian does not have
install_rabbitmq() {
  local packages=(netbase)
  [[ $rabbitmq_home != "$debian_rabbitmq" ]] || packages+=(rabbitmq-server)
  apt_install "${packages[@]}"
  [[ -x $rabbitmq_home/bin/rabbitmq-server ]] ||
    die "RABBITMQ_HOME is '$rabbitmq_home', but there is no bin/rabbitmq-server in it"
}

# Maven and a JDK of 17 or later, from wherever they come; the release's own (Debian 12: 17, Debian
# 13: 21) if there is none. Who is not root, or has no apt, needs no Maven: ./mvnw fetches it
install_build_tools() {
  local packages=()
  [[ $(javac -version 2>/dev/null) =~ ^javac\ (1[7-9]|[2-9][0-9]) ]] || packages+=(default-jdk-headless)
  ((EUID != 0)) || command -v mvn >/dev/null || ! command -v apt-get >/dev/null || packages+=(maven)
  apt_install "${packages[@]}"
}
