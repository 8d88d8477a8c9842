# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""requantise_bound.py make FOLDER: x.npy, w.npy and s.npy for absmax_quantise_gemm.mlir,
random rows and rows whose largest values come first, last, in the middle or never.
requantise_bound.py check FOLDER RESULT TILE SEGMENTS: fails if an element of RESULT is further
from sum(x w) s than int8 steps under the maximum that was found so far allow.

A value that is rounded under the maximum a of its tile and of those before is off by
a / 254, half a step, at most; the sum of integers by half a step of the whole row's. TILE 0
is the whole row: the source."""

import array
import itertools
import math
import pathlib
import random
import sys

LENGTH, COLUMNS = 300, 32
SINGLE = [0, 1, 6, 7, 15, 16, 17, 63, 64, 149, 150, 151, 200, 287, 298, 299]


def write(path, shape, values, kind):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s,), }" % (
        "<f4" if kind == "f" else "|i1", ", ".join(map(str, shape)))
    prefix = b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little")
    text = header.ljust(117) + "\n"
    path.write_bytes(prefix + text.encode() + array.array(kind, values).tobytes())


def load(path, kind):
    return array.array(kind, path.read_bytes()[128:])


def make_rows():
    normal = lambda scale=1: [random.gauss(0, scale) for _ in range(LENGTH)]
    rows = [normal() for _ in range(4)]
    for place in (0, 6, 7, 150, LENGTH - 1):
        rows.append(normal())
        rows[-1][place] = -1000.0
    rows.append([v * 1.05**i for i, v in enumerate(normal())])
    rows.append([v * 1.05**-i for i, v in enumerate(normal())])
    rows.append([(-1)**i * (1.0 + i) for i in range(LENGTH)])
    rows.append([0.0] * LENGTH)
    rows.append([0.0] * 200 + [-0.0] * 50 + normal()[:50])
    rows.append(normal()[:50] + [0.0] * 250)
    rows.append([0.0] * (LENGTH - 1) + [3.0])
    rows.append([2.5] * LENGTH)
    # Below the source's clamp of the maximum, 1e-12, and far beyond it.
    rows += [normal(1e-14), normal(1e-30), normal(1e30)]
    return rows


def main():
    folder = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "make":
        random.seed(0)
        folder.mkdir(exist_ok=True)
        rows = make_rows()
        write(folder / "x.npy", (len(rows), LENGTH), itertools.chain(*rows), "f")
        weights = [random.randint(-127, 127) for _ in range(LENGTH * COLUMNS)]
        # Half of the columns have one value each, so that its own error is seen.
        for column, place in enumerate(SINGLE):
            weights[column::COLUMNS] = [127 * (i == place) for i in range(LENGTH)]
        write(folder / "w.npy", (LENGTH, COLUMNS), weights, "b")
        write(folder / "s.npy", (COLUMNS,),
              [random.uniform(0.001, 0.1) for _ in range(COLUMNS)], "f")
        return

    x, w, s = (load(folder / name, kind)
               for name, kind in (("x.npy", "f"), ("w.npy", "b"), ("s.npy", "f")))
    result = load(pathlib.Path(sys.argv[3]), "f")
    tile, segments = int(sys.argv[4]) or LENGTH, int(sys.argv[5])
    segment = math.ceil(LENGTH / segments)
    worst = nearest = 0.0
    for row in range(len(x) // LENGTH):
        values = x[row * LENGTH:(row + 1) * LENGTH]
        # The maximum that each value is rounded under.
        under = []
        for first in range(0, LENGTH, segment):
            so_far, end = 0.0, min(first + segment, LENGTH)
            for start in range(first, end, tile):
                part = values[start:min(start + tile, end)]
                so_far = max(so_far, *map(abs, part), 0.0)
                under += [so_far] * len(part)
        largest = max(max(map(abs, values)), 1e-12)
        # One tile is rounded under the source's own clamp.
        under = [largest if tile == LENGTH else a for a in under]
        for column in range(COLUMNS):
            weights = w[column::COLUMNS]
            exact = math.fsum(v * k for v, k in zip(values, weights)) * s[column]
            steps = math.fsum(abs(k) * a for k, a in zip(weights, under)) + largest
            sizes = math.fsum(abs(v * k) for v, k in zip(values, weights))
            # Sums and scales of f32.
            bound = s[column] * (steps / 254 + sizes * 1e-5)
            error = abs(result[row * COLUMNS + column] - exact)
            if not error <= bound:
                sys.exit(f"row {row} column {column}: expected {exact} to {bound}, "
                         f"got {result[row * COLUMNS + column]}")
            worst = max(worst, error / bound)
    print(f"within the bound, at most {worst:.2f} of it")


if __name__ == "__main__":
    main()
