# The jars. Sourced, never run; expects $root.
# shellcheck shell=bash disable=SC2154 # root

client_jar=$root/client/target/client.jar
server_jar=$root/server/target/server.jar
consumer_jar=$root/consumer/target/consumer.jar
broker_jar=$root/deploy/local/target/broker.jar

# Builds only when a jar is missing or older than a source
build_if_stale() {
  jars_are_current && return
  local log=$root/target/build.log
  mkdir -p "${log%/*}"
  say "building (log: ${log#"$root"/})"
  if ! maven_package >"$log" 2>&1; then
    grep -E '^\[(WARNING|ERROR)\] .' "$log" | sed -n 1,15p >&2
    die "the build failed; its log is $log"
  fi
}

maven_package() (
  cd "$root" &&
    mvn -B -Dstyle.color=never package -pl server,consumer,client,deploy/local -am \
      -Dmaven.test.skip=true
)

jars_are_current() {
  local jar
  for jar in "$client_jar" "$server_jar" "$consumer_jar" "$broker_jar"; do
    [[ -f $jar && -z $(sources_newer_than "$jar") ]] || return 1
  done
}

sources_newer_than() {
  local modules=("$root"/{wire,server,consumer,client,deploy/local})
  find "$root/pom.xml" "${modules[@]/%//pom.xml}" "${modules[@]/%//src/main}" -newer "$1" -print -quit
}
