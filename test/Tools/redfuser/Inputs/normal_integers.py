# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails unless result0.npy of a folder has i8 of both signs up to their limits,
and result1.npy the largest i64 that is used."""

import struct
import sys


def read(number, size, code):
    with open(f"{sys.argv[1]}/result{number}.npy", "rb") as file:
        return struct.unpack(f"<{size}{code}", file.read()[-struct.calcsize(f"<{size}{code}"):])


small, large = read(0, 1000, "b"), read(1, 9, "q")
assert min(small) == -128 and max(small) == 127, (min(small), max(small))
assert len(set(small)) > 100
assert set(large) == {2 ** 52 - 1}, large
