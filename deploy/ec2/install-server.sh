#!/usr/bin/env bash
# Java 17, Tomcat 9 and server.war on a fresh Debian 12, publishing to BROKER_ADDRESS.
# Environment: BROKER_ADDRESS, BROKER_PORT, SECRETS, TOKEN (none or required). Run again, it brings in a
# new bundle.
set -euo pipefail
# shellcheck source=deploy/ec2/common.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
tomcat=/opt/tomcat

apt_install openjdk-17-jre-headless python3
add_user pipeline-server
introduce_broker
token=$(api_token "${TOKEN:?}")
write_environment server /etc/pipeline/server.env "JAVA_OPTS=$(trust_options)" "$token"

# not there yet, the first time
systemctl stop pipeline-server.service 2> /dev/null || true
rm -rf "$tomcat"
mkdir -p "$tomcat"
tar xzf "$pipeline/tomcat.tar.gz" -C "$tomcat" --strip-components=1 --no-same-owner
"$pipeline/tomcat/configure" "$tomcat" "$pipeline/server.war"
mkdir -p "$tomcat/conf/Catalina/localhost"
chown -R root:pipeline-server "$tomcat"
chmod -R g+rX,o= "$tomcat"
chown pipeline-server "$tomcat"/{logs,temp,work}

start_service pipeline-server.service
