# A Debian 13 beside this machine's own Debian: made once, kept in deploy/.cache; or another release,
# which DEBIAN_SUITE names. Sourced, never run; expects $root.
# shellcheck shell=bash disable=SC2034,SC2154 # rabbitmq_home for others; root

debian_suite=${DEBIAN_SUITE:-trixie}
debian_13=$root/deploy/.cache/debian-${debian_suite/#trixie/13}

is_debian() { (. /etc/os-release && [[ ${ID:-}-${VERSION_ID:-} == "debian-$1" ]]); } # NUMBER

# The smallest one from where apt gets this machine's packages
make_debian_13() {
  local mirror security http_proxy https_proxy
  ((EUID == 0)) || die "not root, which making a Debian 13 needs"
  unshare --mount --propagation "$(propagation)" --pid --fork true 2>/dev/null ||
    die "this root may not make namespaces, which a Debian 13 needs (in a container: --privileged)"
  [[ ! -e $debian_13/.made ]] || return 0
  apt_install mmdebstrap
  apt_get update # says whose the packages of each source are
  mirror=$(apt_source Debian)
  security=$(apt_source Debian-Security)
  [[ -n $mirror ]] || die "apt has no source of Debian's packages, from which Debian 13 could be made"
  say "making a Debian ($debian_suite) in ${debian_13#"$root"/}"
  eval "$(apt-config shell http_proxy Acquire::http::Proxy https_proxy Acquire::https::Proxy)"
  export http_proxy https_proxy
  rm -rf "$debian_13"
  mkdir -p "$debian_13"
  apt-config dump | grep -E '^Acquire::(https?::|Check-|Retries)' >"$debian_13.conf" || true
  {
    echo "deb $mirror $debian_suite main"
    if [[ $debian_suite == trixie ]]; then
      echo "deb $mirror trixie-updates main"
      [[ -z $security ]] || echo "deb $security trixie-security main"
    fi
  } | mmdebstrap --variant=minbase --include=ca-certificates --aptopt="$debian_13.conf" \
    "$debian_suite" "$debian_13" - >"$debian_13.log" 2>&1 || {
    tail -n 20 "$debian_13.log" >&2
    die "mmdebstrap failed; its log is $debian_13.log"
  }
  cp -RL /usr/local/share/ca-certificates/. "$debian_13/usr/local/share/ca-certificates/"
  in_debian_13 update-ca-certificates >>"$debian_13.log" 2>&1
  touch "$debian_13/.made"
}

# Of mounts: in a chroot, whose root is no mount, it cannot be changed, and is as who made it wanted
propagation() { if unshare --mount true 2>/dev/null; then echo private; else echo unchanged; fi; }

# apt_source LABEL: the URI of the first of apt's sources with that label
apt_source() {
  # shellcheck disable=SC2016 # apt fills these in
  apt-get indextargets --format '$(LABEL) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    sed -n "s/^$1 main //p" | sed -n 1p
}

# in_debian_13 COMMAND...: runs it as root, with this project at /pipeline, this user's Maven
# settings and repository, and an empty /tmp. Mounts and processes are in namespaces of the
# command's own, which end with it however it ends; what it installs stays.
in_debian_13() {
  mkdir -p "$HOME/.m2" "$debian_13"/{pipeline,root/.m2}
  cp -L /etc/resolv.conf /etc/hosts "$debian_13/etc/"
  export -f enter_debian_13
  setpriv --pdeathsig KILL unshare --mount --propagation "$(propagation)" --pid --fork --kill-child \
    bash -c 'enter_debian_13 "$@"' - "$debian_13" "$root" "$HOME/.m2" "$@" &
  wait $!
}

enter_debian_13() { # BASE PROJECT MAVEN COMMAND...
  set -e
  mount -t proc proc "$1/proc"
  mount --rbind /sys "$1/sys"
  mount --rbind /dev "$1/dev"
  mount -t tmpfs tmpfs "$1/tmp"
  mount --bind "$3" "$1/root/.m2"
  mount --bind "$2" "$1/pipeline"
  mount -o remount,bind,ro "$1/pipeline"
  exec chroot "$1" env -i HOME=/root TERM=dumb PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" "${@:4}"
}

# Its RabbitMQ becomes that of this machine's private nodes, whose /usr is Debian 13's: all else,
# such as their files, stands where it does for everybody
use_rabbitmq_of_debian_13() {
  local name program
  make_debian_13
  # shellcheck disable=SC2016 # expanded there
  in_debian_13 bash -c 'cd /pipeline/deploy/lib && source common.sh && source install.sh && install_rabbitmq'
  rabbitmq_home=$root/deploy/.cache/rabbitmq-of-${debian_13##*/}
  mkdir -p "$rabbitmq_home/bin"
  ln -sfn "$debian_13/usr/lib/rabbitmq/lib" "$rabbitmq_home/lib"
  for program in lib/rabbitmq/bin/rabbitmq-server lib/rabbitmq/bin/rabbitmqctl bin/epmd; do
    name=$rabbitmq_home/bin/${program##*/}
    cat >"$name" <<END
#!/bin/sh
exec unshare --mount sh -c 'mount --bind "\$0" /usr && exec "\$@"' '$debian_13/usr' /usr/$program "\$@"
END
    chmod +x "$name"
  done
  export RABBITMQ_HOME=$rabbitmq_home
}

# Chooses RabbitMQ 4, for which numbers are quoted; Debian 12 has 3.10. One that is named stays.
use_rabbitmq_4() { [[ -n ${RABBITMQ_HOME:-} ]] || ! is_debian 12 || use_rabbitmq_of_debian_13; }
