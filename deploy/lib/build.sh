# The jars, the WAR and a Tomcat for it. Sourced, never run; expects $root.
# shellcheck shell=bash disable=SC2034,SC2154 # jars for others; root

client_jar=$root/client/target/client.jar
server_jar=$root/server/target/server.jar
server_war=$root/server/target/server.war
consumer_jar=$root/consumer/target/consumer.jar
broker_jar=$root/deploy/local/target/broker.jar
hooks_jar=$root/deploy/hooks/target/hooks.jar
lab_jar=$root/deploy/lab/target/lab.jar
flink_jar=$root/deploy/flink/target/flink-job.jar
faults_jar=$root/deploy/faults/target/faults.jar

# build_if_stale JAR...: builds only when one of them is missing or older than a source of its own
build_if_stale() {
  jars_are_current "$@" && return
  local log=$root/target/build.log
  mkdir -p "${log%/*}"
  say "building (log: ${log#"$root"/})"
  if ! maven_package "$@" >"$log" 2>&1; then
    { grep -E '^\[(WARNING|ERROR)\] .' "$log" || cat "$log"; } | sed -n 1,15p >&2
    die "the build failed; its log is $log"
  fi
  touch "$@" # a reproducible jar may carry the date of the release instead of today's
}

maven_package() {
  local modules
  modules=$(printf '%s,' "${@%/target/*}")
  modules=${modules//"$root"\//}
  (cd "$root" &&
    maven -B -Pall -Dstyle.color=never package -pl "${modules%,}" -am -Dmaven.test.skip=true)
}

maven() { # ARGUMENT...
  if command -v mvn >/dev/null; then mvn "$@"; else "$root/mvnw" "$@"; fi
}

jars_are_current() {
  local jar
  for jar in "$@"; do
    [[ -f $jar && -z $(sources_newer_than "$jar") ]] || return 1
  done
}

# Prints a source newer than a jar: of its own module, of those that ours are built on, of what
# pages share, or the parent's pom
sources_newer_than() {
  local module=${1%/target/*}
  find "$root/pom.xml" "$root/deploy/lib/fat-jar.xml" "$root/client/src/main/resources" {"$root/wire","$root/deploy/testkit","$root/deploy/rig","$module"}/{pom.xml,src/main} -newer "$1" -print -quit
}

# The stock Tomcat 9 that the WAR runs in here: of the version that server.jar has
tomcat_archive=$root/deploy/.cache/tomcat.tar.gz

install_tomcat() {
  apt_install python3 # for deploy/tomcat/configure
  fetch_tomcat
}

fetch_tomcat() {
  local version
  version=$(sed -n 's#.*<tomcat.version>\(.*\)</tomcat.version>.*#\1#p' "$root/pom.xml")
  fetch_distribution "$version"
  ln -sfn "tomcat-$version.tar.gz" "$tomcat_archive"
}

# fetch_distribution VERSION: that of a Tomcat, through Maven, once
fetch_distribution() {
  [[ -e ${tomcat_archive%/*}/tomcat-$1.tar.gz ]] ||
    maven -B -q -f "$root/pom.xml" -N dependency:copy -DoutputDirectory="${tomcat_archive%/*}" \
      -Dartifact="org.apache.tomcat:tomcat:$1:tar.gz" >&2
}
