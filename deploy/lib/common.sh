# Messages, waiting, and ports: what every script of deploy/ uses. Sourced, never run.
# shellcheck shell=bash

# In a locale that is not UTF-8, such as that of a bare container, Java cannot open files whose names
# are not ASCII.
[[ $(locale charmap 2>/dev/null) == UTF-8 ]] || export LC_ALL=C.UTF-8

say() { printf '%s\n' "${*//$'\n'/?}" | printable >&2; } # one line, whatever a file's name holds

# Lines with a question mark for each character that a terminal would obey or not show: the control
# characters of ASCII and Latin 1, and those that change the direction of text or have no width
printable() {
  LC_ALL=C tr '\000-\010\013-\037\177' '?' |
    LC_ALL=C sed -E 's/\xc2[\x80-\x9f\xad]|\xe2(\x80[\x8b-\x8f\xa8-\xae]|\x81[\xa0-\xaf])|\xef\xbb\xbf/?/g'
}

die() { # one line, exit code 1
  say "${0##*/}: $*"
  exit 1
}

die_usage() { # one line, exit code 2
  say "${0##*/}: $* (see --help)"
  exit 2
}

is_whole_number() { [[ $1 =~ ^[1-9][0-9]{0,8}$ ]]; }

# await SECONDS COMMAND...: true as soon as the command is, false when the time is up
await() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.1
  done
}

# Whether somebody listens on this port of 127.0.0.1
listening() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_ports NUMBER: different ports of 127.0.0.1 on one line, where nobody listens. They are drawn, so
# that two runs do not get the same, below those that the kernel gives to outgoing connections
free_ports() {
  local port ports=()
  while ((${#ports[@]} < $1)); do
    port=$((10000 + RANDOM % 20000))
    listening "$port" || [[ " ${ports[*]} " == *" $port "* ]] || ports+=("$port")
  done
  echo "${ports[*]}"
}

# http_ok http://HOST:PORT/PATH: whether a GET is answered with 200. A bare machine has no curl.
http_ok() {
  [[ $1 =~ ^http://([^:/]+):([0-9]+)(/.*)$ ]] || return 1
  (
    exec 3<>"/dev/tcp/${BASH_REMATCH[1]}/${BASH_REMATCH[2]}"
    printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${BASH_REMATCH[3]}" >&3
    read -r -t 2 status <&3
    [[ $status == HTTP/*' 200'* ]]
  ) 2>/dev/null
}
