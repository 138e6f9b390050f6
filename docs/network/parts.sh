#!/usr/bin/env bash
# Plays self-play games in parts of 250,000 positions. Each part can be used by itself; a killed part is resumed.
#
# usage: docs/network/parts.sh PROGRAM NETWORK FOLDER [FIRST [LAST]]
#
# Part N has the seed 40000 + N, so PROGRAM and NETWORK determine every file to the last bit. The parts for training on
# scores of 400 nodes use the program of commit e61fb38 and its own network (src/eval/network/chuhe.nnue there).
set -euo pipefail
program=$1 network=$2 folder=$3
mkdir -p "$folder"
for part in $(seq -f %04g "${4:-1}" "${5:-999}"); do
  out=$folder/part-$part.bin
  [ -e "$out.done" ] && continue
  resume=()
  [ -e "$out" ] && resume=(--resume)
  "$program" learn data --out "$out" --positions 250000 --nodes 400 --trace 75 --hash 2 --threads 1 \
    --seed $((40000 + 10#$part)) --evalfile "$network" "${resume[@]}"
  touch "$out.done"
done
