# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare_npy.py ACTUAL EXPECTED TOLERANCE: fails if two f32 .npy files differ in
shape, in where they have NaN or infinities, or by more than TOLERANCE times the root
mean square of EXPECTED. Needs no numpy."""

import array
import ast
import math
import pathlib
import sys


def load(path):
    data = pathlib.Path(path).read_bytes()
    if data[:6] != b"\x93NUMPY":
        sys.exit(f"{path}: not a .npy file")
    size, start = (2, 10) if data[6] == 1 else (4, 12)
    end = start + int.from_bytes(data[8 : 8 + size], "little")
    header = ast.literal_eval(data[start:end].decode())
    if header["descr"] != "<f4" or header["fortran_order"]:
        sys.exit(f"{path}: expected f32 in row-major order, got {header}")
    return header["shape"], array.array("f", data[end:])


actual_path, expected_path, tolerance = sys.argv[1:]
(actual_shape, actual), (shape, expected) = load(actual_path), load(expected_path)
if actual_shape != shape or len(actual) != len(expected):
    sys.exit(f"expected shape {shape}, got {actual_shape}")
finite = [value for value in expected if math.isfinite(value)]
rms = math.sqrt(sum(value * value for value in finite) / max(len(finite), 1))
worst = 0.0
for index, (a, e) in enumerate(zip(actual, expected)):
    if math.isfinite(e) and math.isfinite(a):
        worst = max(worst, abs(a - e))
    elif not (a == e or (math.isnan(a) and math.isnan(e))):
        sys.exit(f"element {index}: expected {e}, got {a}")
if not finite or worst > float(tolerance) * rms:
    sys.exit(f"maximal error {worst} / RMS {rms} is above {tolerance}")
print(f"error {worst / rms:.3g}")
