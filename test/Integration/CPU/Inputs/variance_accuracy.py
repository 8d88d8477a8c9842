# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""variance_accuracy.py make FILE: a row of a million f32 values, normal with mean 1e4
and standard deviation 1e-3.
variance_accuracy.py check FILE RESULT: fails if the variance in RESULT is off by more
than 1e-6 of what the values have."""

import array
import pathlib
import random
import sys

COUNT = 1000000
HEADER = 128


def load(path):
    return array.array("f", pathlib.Path(path).read_bytes()[HEADER:])


command, path = sys.argv[1:3]
if command == "make":
    random.seed(0)
    values = array.array("f", (random.gauss(1e4, 1e-3) for _ in range(COUNT)))
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, %d), }" % COUNT
    prefix = b"\x93NUMPY\x01\x00" + (HEADER - 10).to_bytes(2, "little")
    text = header.ljust(HEADER - 11) + "\n"
    pathlib.Path(path).write_bytes(prefix + text.encode() + values.tobytes())
else:
    # Differences from an f32 value near by are exact in f64, and so are their sums.
    values = [value - 1e4 for value in load(path)]
    mean = sum(values) / COUNT
    variance = sum((value - mean) ** 2 for value in values) / COUNT
    error = abs(load(sys.argv[3])[0] - variance) / variance
    print(f"relative error {error:.2e}")
    if not error < 1e-6:
        sys.exit("expected a relative error below 1e-6")
