#!/usr/bin/env bash
# Plays self-play games in parts of 1,000,000 positions. Each part can be used by itself; a killed part is resumed.
#
# usage: docs/network/parts.sh PROGRAM NETWORK FOLDER NODES [FIRST [LAST]]
#
# FIRST and LAST are 1 and 999 if left out.
# PROGRAM and NETWORK, the nodes a move and the number of a part determine its file, unless it was interrupted.
# docs/measurements/network.md says which parts the embedded network was trained on.
set -euo pipefail
program=$1 network=$2 folder=$3 nodes=$4
mkdir -p "$folder"
for part in $(seq -f %04g "${5:-1}" "${6:-999}"); do
  out=$folder/nodes$nodes-$part.bin
  [ -e "$out.done" ] && continue
  resume=()
  [ -e "$out" ] && resume=(--resume)
  "$program" learn data --out "$out" --positions 1000000 --nodes "$nodes" --trace 75 --hash 2 --threads 1 \
    --seed $((1000000 * (1000 + 10#$part))) --evalfile "$network" "${resume[@]}"
  touch "$out.done"
done
