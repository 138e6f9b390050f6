#!/usr/bin/env python3
"""Convert the network of commit a716a1f to the start of the training of the embedded one.

    git show a716a1f:src/eval/network/chuhe.nnue > alone.nnue
    python3 docs/network/start.py alone.nnue start.nnue

Version 5 of the format has finer units in the first layer (1/1020 instead of 1/255). Its weights are also multiplied by 1.41, so that
the products double, and the weights of the second layer are halved in turn.
"""

import struct
import sys
from array import array

HEADER, ROWS, HIDDEN, HEADS, SECOND, REST = 48, 4518 + 6, 512, 8, 16 * 512, 16 * 32 + 32
BIASES, FACTOR = 16 + 32 + 1, 1.41

source = open(sys.argv[1], "rb").read()
if source[:12] != b"CHUHENET" + struct.pack("<I", 4):
    sys.exit(f"{sys.argv[1]}: not a network of version 4")
numbers = array("h", source[HEADER : -4 * HEADS * BIASES])
biases = array("i", source[-4 * HEADS * BIASES :])
for index in range(ROWS * HIDDEN):
    numbers[index] = round(4 * numbers[index] * FACTOR)
for head in range(HEADS):
    first = ROWS * HIDDEN + head * (SECOND + REST)
    for index in range(first, first + SECOND):
        numbers[index] = round(numbers[index] / FACTOR / FACTOR)
    for index in range(head * BIASES, head * BIASES + 16):
        biases[index] *= 2
weights = numbers.tobytes() + biases.tobytes()
checksum = 0xCBF29CE484222325
for byte in weights:
    checksum = (checksum ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
with open(sys.argv[2], "wb") as target:
    target.write(source[:8] + struct.pack("<I", 5) + source[12:40] + struct.pack("<Q", checksum) + weights)
