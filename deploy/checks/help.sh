# What every check begins with: deploy/lib/common.sh, and the comment at the head of the check as its
# --help; no check takes anything else. Sourced, never run.
# shellcheck shell=bash
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../lib/common.sh"

# a JVM says that it has picked these up, between the lines that checks compare
unset JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS

answer_usual "$@"
case ${1:-} in
  '') ;;
  *) die_usage "there are no options but --help" ;;
esac
