#!/bin/sh
# Starts and stops one PostgreSQL server as it is told on standard input, and stops and removes it when that ends,
# however whoever holds the other end has ended. Arguments: the server's folder, then its program with its options.
folder=$1
shift
server=
stop() {
  [ -z "$server" ] || { kill "-$1" "$server" 2>/dev/null; wait "$server"; }
  server=
}
while read -r command signal; do
  case $command in
    start) "$@" >>"$folder/log" 2>&1 </dev/null & server=$! ;;
    stop) stop "$signal" ;;
  esac
  echo "$command"
done
stop QUIT
rm -rf "$folder"
