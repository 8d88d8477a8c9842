# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_time.py SMALL LIMIT FACTOR LARGE COMMAND...: runs COMMAND on the file SMALL and
on the file LARGE, which holds FACTOR times as much. Fails if it takes LIMIT seconds or
more of processor time for SMALL, or more than twice FACTOR times as long for LARGE."""

import resource
import subprocess
import sys


def measure(command, path):
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = spent()
    subprocess.run([*command, path], check=True, stdout=subprocess.DEVNULL)
    return spent() - before


small, limit, factor, large, *command = sys.argv[1:]
quick = min(measure(command, small) for _ in range(2))
print(f"{quick:.3f} s")
if quick >= float(limit):
    sys.exit(f"expected less than {limit} s")
slow = min(measure(command, large) for _ in range(2))
print(f"{slow:.3f} s")
if slow > 2 * float(factor) * quick:
    sys.exit(f"expected at most 2 * {factor} times as long")
