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
  if ! DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    die "apt-get $1 failed"
  fi
  rm -f "$log"
}

# A package's service would start, and take ports, at installation: Debian asks this file first.
without_services() {
  local policy=/usr/sbin/policy-rc.d
  if [[ -e $policy ]]; then
    "$@"
    return
  fi
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
  (
    trap 'rm -f "$policy"' EXIT
    "$@"
  )
}

# A JDK of 17 or later and Maven, from wherever they come
install_build_tools() {
  local packages=()
  [[ $(javac -version 2>&1) =~ ^javac\ (1[7-9]|[2-9][0-9]) ]] || packages+=(openjdk-17-jdk-headless)
  command -v mvn >/dev/null || packages+=(maven)
  apt_install "${packages[@]}"
}
