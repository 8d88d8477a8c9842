# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""stack_layers.py MODEL.mlir N: MODEL's function N times over, in one function, each
time on the result of the time before."""

import re
import sys


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    lines = open(path).read().splitlines()
    start = next(i for i, line in enumerate(lines) if "func.func" in line)
    end = next(i for i in range(start, len(lines)) if lines[i].startswith("    return"))
    body, value = lines[start + 1 : end], "%arg0"
    print("\n".join(lines[: start + 1]))
    for number in range(count):
        def rename(match):
            name = match.group()
            if name == "%arg0":
                return value
            return name if name.startswith("%arg") else f"%l{number}_{name[1:]}"
        text = re.sub(r"%\w+", rename, "\n".join(body))
        print(text)
        value = re.sub(r"%\w+", rename, lines[end].split()[1])
    print(re.sub(r"%\w+", value, lines[end]))
    print("\n".join(lines[end + 1 :]))


main()
