# Answers --help with the comment at the head of the check that sources this; no check takes anything
# else. Sourced, never run.
# shellcheck shell=bash

case ${1:-} in
  '') ;;
  --help | -h) sed -n '2,/^set /s/^# //p' "$0" && exit 0 ;;
  *) echo "${0##*/}: there are no options but --help" >&2 && exit 2 ;;
esac
