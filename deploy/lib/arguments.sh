# The arguments of deploy/run. Sourced, never run.
# shellcheck shell=bash disable=SC2034 # its variables are for deploy/run

file='' threads='' broker='' broker_api='' cluster=0 servers=1 balancer='' port='' out='' csv='' report=no
consumers=1 consumer_threads=2 store='' repeat=1 lines_per_request=1
workload=wordcount requests='' seed=1
steps=1 # how many numbers N lists: each sends the whole file
kills=()
client_options=()

parse() {
  local positional=() wanted=2 # what follows them is a value of the client's options
  ! generates "$@" || wanted=1
  while (($# > 0)); do
    case $1 in
      --help | -h) usage && exit 0 ;;
      --report) report=yes ;;
      --kill-consumer) kills+=(consumer) ;;
      --broker | --broker-api | --cluster | --servers | --balancer | --port | --consumers | --consumer-threads | \
        --store | --workload | --requests | --seed | --kill | --out | --repeat | --lines-per-request | --csv | --url)
        (($# > 1)) || die_usage "$1 needs a value"
        set_option "$1" "$2"
        shift
        ;;
      --*=*) set_option "${1%%=*}" "${1#*=}" ;;
      -*) client_options+=("$1") ;;
      *) if ((${#positional[@]} < wanted)); then positional+=("$1"); else client_options+=("$1"); fi ;;
    esac
    shift
  done
  set_input "${positional[@]}"
}

# generates ARGUMENT...: whether one of them asks for a workload without a FILE
generates() {
  local argument previous=''
  for argument in "$@"; do
    [[ $argument != --workload=@(lift-rides|swipes) ]] || return 0
    [[ $previous != --workload || $argument != @(lift-rides|swipes) ]] || return 0
    previous=$argument
  done
  return 1
}

# FILE N, or N where the requests are generated
set_input() {
  if [[ $workload == wordcount ]]; then
    (($# == 2)) || die_usage "FILE and N are needed"
    file=$1
    shift
  fi
  (($# == 1)) || die_usage "only N is needed"
  threads=$1
}

set_option() {
  case $1 in
    --broker) broker=$2 ;;
    --broker-api) broker_api=$2 ;;
    --cluster) cluster=$2 ;;
    --servers) servers=$2 ;;
    --balancer) balancer=$2 ;;
    --port) port=$2 ;;
    --consumer-threads) consumer_threads=$2 ;;
    --consumers) consumers=$2 ;;
    --store) store=$2 ;;
    --workload) workload=$2 ;;
    --requests) requests=$2 ;;
    --seed) seed=$2 ;;
    --kill) kills+=("$2") ;;
    --out) out=$2 ;;
    --csv) csv=$2 ;;
    --repeat) repeat=$2 && client_options+=(--repeat "$2") ;;
    --lines-per-request) lines_per_request=$2 && client_options+=(--lines-per-request "$2") ;;
    --url) die_usage "--url is set by this script" ;;
    *) client_options+=("$1=$2") ;;
  esac
}

check_arguments() {
  check_workload
  check_threads
  check_number --repeat "$repeat"
  check_number --lines-per-request "$lines_per_request"
  check_number --consumer-threads "$consumer_threads"
  check_number --servers "$servers"
  check_store
  check_broker
  check_port
  check_kills
}

check_workload() {
  case $workload in
    wordcount)
      [[ -e $file ]] || die_usage "$file does not exist"
      [[ -f $file ]] || die_usage "$file is not a file"
      [[ -r $file ]] || die_usage "$file cannot be read"
      [[ -z $requests ]] || die_usage "--requests is for lift-rides and swipes; FILE has its lines"
      ;;
    lift-rides) requests=${requests:-200000} ;;
    swipes) requests=${requests:-500000} ;;
    *) die_usage "--workload is '$workload', but must be wordcount, lift-rides or swipes" ;;
  esac
  check_number --requests "${requests:-1}"
  [[ $seed =~ ^[0-9]{1,9}$ ]] || die_usage "--seed is '$seed', but must be a whole number"
}

check_number() { # OPTION VALUE
  is_whole_number "$2" || die_usage "$1 is '$2', but must be a positive whole number"
}

check_threads() {
  local number numbers
  IFS=, read -ra numbers <<<"$threads"
  steps=${#numbers[@]}
  for number in "${numbers[@]}"; do
    is_whole_number "$number" ||
      die_usage "N is '$threads', but must be a positive whole number, or several with commas"
  done
}

check_store() {
  check_number --consumers "$consumers"
  [[ $store =~ ^(|redis|rediss?://.+)$ ]] || die_usage "--store must be redis or its URL"
  [[ $store != *@* ]] || die_usage "--store has a user or a password, which every process on this machine could read"
  [[ $consumers == 1 || -n $store ]] ||
    die_usage "--consumers $consumers needs --store: without it each would count for itself"
}

check_broker() {
  [[ $broker =~ ^(|embedded|rabbitmq)$ ]] ||
    die_usage "--broker is '$broker', but must be embedded or rabbitmq"
  [[ $broker_api != *@* ]] ||
    die_usage "--broker-api must not hold credentials: set BROKER_API_USER and BROKER_API_PASSWORD"
  [[ $cluster =~ ^[0357]$ ]] || die_usage "--cluster is '$cluster', but must be 3, 5 or 7"
  [[ $cluster == 0 || $broker != embedded ]] || die_usage "--cluster is of RabbitMQ, not embedded"
}

check_port() {
  [[ $balancer =~ ^(|http|tcp)$ ]] || die_usage "--balancer is '$balancer', but must be http or tcp"
  [[ -z $port ]] || { is_whole_number "$port" && ((port <= 65535)); } ||
    die_usage "--port is '$port', but must be from 1 to 65535"
  [[ -z $port || -n $balancer || $servers == 1 ]] ||
    die_usage "--port is for one server or a balancer, not for $servers servers"
  [[ -z $port ]] || ! listening "$port" || die "port $port is taken"
}

check_kills() {
  local kill
  for kill in "${kills[@]}"; do
    [[ $kill =~ ^(server|consumer|leader)$ ]] ||
      die_usage "--kill is '$kill', but must be server, consumer or leader"
    [[ $kill != leader || $cluster != 0 ]] || die_usage "--kill leader needs --cluster"
    [[ $(grep -cx "$kill" < <(printf '%s\n' "${kills[@]}")) == 1 ]] || die_usage "--kill $kill is given twice"
    ! timed || die_usage "--kill needs a run of so many lines, for the middle of it"
  done
}
