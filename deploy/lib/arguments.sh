# The arguments of deploy/run. Sourced, never run.
# shellcheck shell=bash disable=SC2034 # its variables are for deploy/run

file='' threads='' broker='' out='' port='' consumer_threads=2 repeat=1 report=no
steps=1 # how many numbers N lists: each sends the whole file
client_options=()

parse() {
  local positional=()
  while (($# > 0)); do
    case $1 in
      --help | -h) usage && exit 0 ;;
      --report) report=yes ;;
      --broker | --out | --port | --consumer-threads | --repeat | --url)
        (($# > 1)) || die_usage "$1 needs a value"
        set_option "$1" "$2"
        shift
        ;;
      --*=*) set_option "${1%%=*}" "${1#*=}" ;;
      -*) client_options+=("$1") ;;
      *) if ((${#positional[@]} < 2)); then positional+=("$1"); else client_options+=("$1"); fi ;;
    esac
    shift
  done
  ((${#positional[@]} == 2)) || die_usage "FILE and N are needed"
  file=${positional[0]} threads=${positional[1]}
}

set_option() {
  case $1 in
    --broker) broker=$2 ;;
    --out) out=$2 ;;
    --port) port=$2 ;;
    --consumer-threads) consumer_threads=$2 ;;
    --repeat) repeat=$2 && client_options+=(--repeat "$2") ;;
    --url) die_usage "--url is set by this script" ;;
    *) client_options+=("$1=$2") ;;
  esac
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

check_arguments() {
  [[ -e $file ]] || die_usage "$file does not exist"
  [[ -f $file ]] || die_usage "$file is not a file"
  [[ -r $file ]] || die_usage "$file cannot be read"
  check_threads
  is_whole_number "$repeat" || die_usage "--repeat is '$repeat', but must be a positive whole number"
  is_whole_number "$consumer_threads" ||
    die_usage "--consumer-threads is '$consumer_threads', but must be a positive whole number"
  [[ $broker =~ ^(|embedded|rabbitmq)$ ]] ||
    die_usage "--broker is '$broker', but must be embedded or rabbitmq"
  [[ -z $port ]] || { is_whole_number "$port" && ((port <= 65535)); } ||
    die_usage "--port is '$port', but must be from 1 to 65535"
  [[ -z $port ]] || ! listening "$port" || die "port $port is taken"
}
