# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""extreme_rows.py OUT.npy: rows of 100 f32 whose sums are as small, as large and as special
as those of f32 are."""

import array
import pathlib
import random
import sys

LENGTH = 100
INF, NAN = float("inf"), float("nan")
random.seed(0)
rows = []
for scale in (1e-44, 1e-42, 1e-40, 1e-38, 1e-30, 1e-20, 1.0, 1e20, 1e30, 1e35, 1e36, -1e-40, -1e36):
    rows.append([(random.random() + 0.5) * scale for _ in range(LENGTH)])
for value in (0.0, -0.0):
    rows.append([value] * LENGTH)
for special in (INF, -INF, NAN):
    rows.append([random.random() for _ in range(LENGTH)])
    rows[-1][7] = special
# Sums of zero and of the least denormal.
rows.append([1.0, -1.0] * (LENGTH // 2))
rows.append([0.0] * (LENGTH - 1) + [1e-45])

header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }" % (len(rows), LENGTH)
prefix = b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little")
text = header.ljust(117) + "\n"
data = array.array("f", [value for row in rows for value in row])
pathlib.Path(sys.argv[1]).write_bytes(prefix + text.encode() + data.tobytes())
