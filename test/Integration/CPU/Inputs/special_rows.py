# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""special_rows.py FOLDER: writes .npy files with every row of three values out of -inf,
-1000, 0, 1000, +inf and NaN:

    x.npy           216 rows
    a.npy, b.npy    every pair of such rows, 46656
    labels.npy      for x, a position or one outside of the row
    v.npy           for x, the row 1, 2, -3
    w.npy           3 x 32 weights
    g.npy, o.npy    a gain and an offset
"""

import array
import itertools
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
INF, NAN = float("inf"), float("nan")


def write(name, shape, values, kind="f4"):
    header = "{'descr': '<%s', 'fortran_order': False, 'shape': (%s,), }" % (
        kind, ", ".join(map(str, shape)))
    data = array.array("f" if kind == "f4" else "q", values)
    prefix = b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little")
    text = header.ljust(117) + "\n"
    (folder / name).write_bytes(prefix + text.encode() + data.tobytes())


rows = list(itertools.product([-INF, -1000.0, 0.0, 1000.0, INF, NAN], repeat=3))
write("x.npy", (216, 3), [v for row in rows for v in row])
write("a.npy", (46656, 3), [v for row in rows for _ in rows for v in row])
write("b.npy", (46656, 3), [v for _ in rows for row in rows for v in row])
write("labels.npy", (216,), [i * 7 % 5 - 1 for i in range(216)], "i8")
write("v.npy", (216, 3), [1.0, 2.0, -3.0] * 216)
write("w.npy", (3, 32), [(i * 37 % 64 - 31) / 16 for i in range(96)])
write("g.npy", (3,), [1.0, 0.5, 2.0])
write("o.npy", (3,), [0.0, -1.0, 3.0])
