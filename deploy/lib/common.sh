# The checkout, messages, waiting, ports and files that are written: what every script of deploy/ uses.
# Sourced before anything else, never run.
# shellcheck shell=bash disable=SC2034 # root, for others

# Commands are called through links, too.
root=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")

# What a person has exported for a shell or a program of their own. Each of these changes what bash,
# tar, gzip, zip, ls, curl, Python or Tomcat's scripts do.
set +o posix +o noclobber +o noglob
shopt -u failglob nullglob dotglob nocaseglob nocasematch inherit_errexit expand_aliases
export -n SHELLOPTS BASHOPTS
unset POSIXLY_CORRECT BASH_COMPAT BASH_ENV ENV CDPATH GLOBIGNORE TMOUT FUNCNEST GREP_OPTIONS TAR_OPTIONS \
  GZIP ZIPOPT UNZIP QUOTING_STYLE CURL_HOME PYTHONHOME PYTHONPATH PYTHONIOENCODING LANGUAGE \
  CATALINA_HOME CATALINA_BASE JRE_HOME
while read -r _ _ name; do unset -f "$name"; done < <(declare -F)
# Digits, decimal points and order are the same everywhere, and Java opens files whose names are not
# ASCII.
export LC_ALL=C.UTF-8
# The loopback is behind no proxy.
export no_proxy="${no_proxy:+$no_proxy,}127.0.0.1,localhost"
export NO_PROXY=$no_proxy

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

# die_unknown OPTION: one line with the option of the command that begins like it, exit code 2
die_unknown() {
  local option length most=3 meant=
  while read -r option; do
    length=0
    while ((length < ${#1})) && [[ ${1:length:1} == "${option:length:1}" ]]; do length=$((length + 1)); done
    ((length <= most)) || most=$length meant=", did you mean $option?"
  done < <(show_usage | grep -oE -- '--[a-z][a-z-]+')
  die_usage "Unknown option: '$1'$meant"
}

show_usage() { if declare -F usage >/dev/null; then usage; else show_head; fi; }

# answer_usual ARGUMENT...: ends after --help or --version, wherever it stands
answer_usual() {
  local argument
  for argument; do
    case $argument in
      -h | --help) show_usage; exit ;;
      -V | --version) show_version; exit ;;
    esac
  done
}

show_version() {
  local release commit
  release=$(sed -n 's,^  <version>\(.*\)</version>$,\1,p' "$root/pom.xml")
  commit=$(git -C "$root" rev-parse --short=7 HEAD 2>/dev/null) || commit=unknown
  echo "${0##*/} $release (commit $commit)"
}

# What a command says that was called without the arguments that it needs; exit code 2
die_synopsis() {
  show_usage | sed '/^$/,$d' >&2
  say 'Options: --help'
  exit 2
}

# Prints the comment at the head of the script that was started, which is its --help
show_head() { sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[-1]}" || exit 1; }

# check_output FILE: refuses a file that could not be written in the end
check_output() {
  local target
  [[ ! -d $1 ]] || die_usage "$1 is a directory, but must be a file"
  [[ ! -e $1 || -w $1 ]] || die_usage "$1 cannot be written"
  is_written_through "$1" && return
  target=$(readlink -m -- "$1")
  { : >"$target.$$" && rm -f -- "$target.$$"; } 2>/dev/null || die_usage "no file can be made in ${target%/*}/"
}

# put_output FILE FROM: replaces a file when its whole content stands beside it; a device, a pipe
# and standard output are written through
put_output() {
  local target said
  if is_written_through "$1"; then
    cat -- "$2" >"$1"
    return
  fi
  target=$(readlink -m -- "$1")
  if ! said=$({ cp -- "$2" "$target.$$" && mv -f -- "$target.$$" "$target"; } 2>&1); then
    rm -f -- "$target.$$"
    die "$1: ${said##*: }"
  fi
}

is_written_through() { [[ -e $1 && (! -f $1 || $1 -ef /dev/stdout) ]]; }

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

# listening PORT [ADDRESS]: whether somebody listens on this port, of 127.0.0.1 if not told
listening() { (exec 3<>"/dev/tcp/${2:-127.0.0.1}/$1") 2>/dev/null; }

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
