# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""equal_rows.py FILE: 8 rows of 1001 normal f32 values, in two of them all the same."""

import array
import pathlib
import random
import sys

random.seed(0)
rows = [[random.gauss(0, 3) for _ in range(1001)] for _ in range(6)]
rows += [[-7.5] * 1001, [1e4] * 1001]
header = "{'descr': '<f4', 'fortran_order': False, 'shape': (8, 1001), }"
prefix = b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little")
data = array.array("f", [value for row in rows for value in row])
pathlib.Path(sys.argv[1]).write_bytes(
    prefix + (header.ljust(117) + "\n").encode() + data.tobytes())
