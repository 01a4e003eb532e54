# The arguments and jars of deploy/bench. Sourced, never run; expects $root.
# shellcheck shell=bash disable=SC2034,SC2154 # its variables are for deploy/bench; root

peers_jar=$root/deploy/peers/target/peers.jar
spring_jar=$root/deploy/peers-spring/target/spring.jar
micro_jar=$root/deploy/micro/target/micro.jar

benchmark=all file=$root/testdata/testdata.txt
bench_options=()
micro_options=(-wi 5 -w 1 -i 5 -r 1) # seconds; what JMH measures is compiled within a few

parse_bench() {
  while (($# > 0)); do
    case $1 in
      --help | -h) usage && exit 0 ;;
      server | client | consumer | pipeline | bulk | alternatives | link | footprint | growth | micro | all) benchmark=$1 ;;
      --big) bench_options+=("$1") ;;
      --file | --rounds | --launches | --seconds | --warmup | --backlog | --consumer-threads)
        (($# > 1)) || die_usage "$1 needs a value"
        set_bench_option "$1" "$2"
        shift
        ;;
      *) die_usage "'$1' is not a benchmark or an option" ;;
    esac
    shift
  done
  [[ -f $file && -r $file ]] || die_usage "$file is not a file that can be read"
}

set_bench_option() {
  if [[ $1 == --file ]]; then
    file=$2
    return
  fi
  is_whole_number "$2" || die_usage "$1 is '$2', but must be a positive whole number"
  bench_options+=("$1" "$2")
  [[ $1 != --rounds ]] || micro_options+=(-f "$2")
}
