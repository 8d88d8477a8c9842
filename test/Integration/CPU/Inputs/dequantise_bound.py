# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dequantise_bound.py make FOLDER: x.npy and w.npy for minmax_quantise_gemm.mlir and
quantise_per_token.mlir, random rows and rows whose extremes come first, last, in the middle or never.
dequantise_bound.py check FOLDER RESULT TILE SEGMENTS STEPS ZERO: fails if an element of RESULT is
further from sum(x w) than STEPS steps of each value under the range that was found so far,
of its tile and those before it in its segment, allow. With ZERO = 1 the range has zero in it.
TILE 0 is the whole row: the source."""

import itertools
import math
import pathlib
import random
import sys

from requantise_bound import COLUMNS, LENGTH, SINGLE, load, write


def make_rows():
    normal = lambda scale=1, mean=0: [
        random.gauss(mean, scale) for _ in range(LENGTH)
    ]
    rows = [normal(), normal(), normal(1, 40), normal(1, -40)]
    for place in (0, 6, 7, 150, LENGTH - 1):
        for value in (-1000.0, 1000.0):
            rows.append(normal())
            rows[-1][place] = value
    rows.append([float(i) for i in range(LENGTH)])
    rows.append([float(-i) for i in range(LENGTH)])
    rows.append([(-1)**i * (1.0 + i) for i in range(LENGTH)])
    # A range of zero at first, or altogether.
    rows.append([2.5] * LENGTH)
    rows.append([0.0] * LENGTH)
    rows.append([2.5] * 200 + normal()[:100])
    rows.append([-2.5] * (LENGTH - 1) + [3.0])
    rows += [normal(1e-5), normal(1e20)]
    return rows


def main():
    folder = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "make":
        random.seed(0)
        folder.mkdir(exist_ok=True)
        rows = make_rows()
        write(folder / "x.npy", (len(rows), LENGTH), itertools.chain(*rows),
              "f")
        weights = [random.gauss(0, 1) for _ in range(LENGTH * COLUMNS)]
        # Half of the columns have one value each, so that its own error is seen.
        for column, place in enumerate(SINGLE):
            weights[column::COLUMNS] = [
                1.0 * (i == place) for i in range(LENGTH)
            ]
        write(folder / "w.npy", (LENGTH, COLUMNS), weights, "f")
        return

    x, w = (load(folder / name, "f") for name in ("x.npy", "w.npy"))
    result = load(pathlib.Path(sys.argv[3]), "f")
    tile, segments = int(sys.argv[4]) or LENGTH, int(sys.argv[5])
    allowed, zero = float(sys.argv[6]), int(sys.argv[7])
    segment = math.ceil(LENGTH / segments)
    worst = 0.0
    for row in range(len(x) // LENGTH):
        values = x[row * LENGTH:(row + 1) * LENGTH]
        steps = []
        for first in range(0, LENGTH, segment):
            low, high = (0.0, 0.0) if zero else (math.inf, -math.inf)
            end = min(first + segment, LENGTH)
            for start in range(first, end, tile):
                part = values[start:min(start + tile, end)]
                low, high = min(low, *part, low), max(high, *part, high)
                steps += [max((high - low) / 255, 2e-7)] * len(part)
        for column in range(COLUMNS):
            weights = w[column::COLUMNS]
            exact = math.fsum(v * k for v, k in zip(values, weights))
            bound = allowed * math.fsum(
                abs(k) * s for k, s in zip(weights, steps))
            # What f32 loses in sums, and in values of rows far from zero.
            largest = max(map(abs, values))
            bound += 1e-5 * math.fsum(
                abs(k) * largest for k in weights)
            error = abs(result[row * COLUMNS + column] - exact)
            if not error <= bound:
                sys.exit(
                    f"row {row} column {column}: expected {exact} to {bound}, "
                    f"got {result[row * COLUMNS + column]}")
            worst = max(worst, error / bound if bound else 0)
    print(f"within the bound, at most {worst:.2f} of it")


main()
