# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""equal_rows.py FILE NEAR: 8 rows of 1001 normal f32 values, in two of them all the same;
and NEAR, which differs by 1e-3 in each."""

import array
import pathlib
import random
import sys

random.seed(0)
rows = [[random.gauss(0, 3) for _ in range(1001)] for _ in range(6)]
rows += [[-7.5] * 1001, [100.0] * 1001]
header = "{'descr': '<f4', 'fortran_order': False, 'shape': (8, 1001), }"
prefix = b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little")


def write(path, values):
    pathlib.Path(path).write_bytes(
        prefix + (header.ljust(117) + "\n").encode() + array.array("f", values).tobytes())


data = [value for row in rows for value in row]
write(sys.argv[1], data)
write(sys.argv[2], [value + random.gauss(0, 1e-3) for value in data])
