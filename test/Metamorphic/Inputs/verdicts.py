# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""verdicts.py [--pairs | --self-test] FILE...: fails if what `redfuser explain` says about a program
depends on how it is spelt.

Each rewrite (a pipeline of upstream passes and those of redfuser-respell) is applied
to each FILE. The sizes of the fused chains must be those of the FILE as it is. With --pairs, pairs of rewrites are applied, too. --self-test
applies one rewrite that does change what a program computes.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

REWRITES = {
    "operand order": "respell-swap-operands",
    "cse": "cse",
    "canonicalize": "canonicalize",
    "generalize": "linalg-generalize-named-ops",
    "fold-unit-extent-dims": "linalg-generalize-named-ops,linalg-fold-unit-extent-dims",
    "fuse-elementwise": "linalg-fuse-elementwise-ops",
    "reversed loops": "linalg-generalize-named-ops,respell-reverse-loops",
    "cast shapes": "respell-cast-shapes",
    "transposes": "respell-transpose",
    "unit dims": "respell-unit-dims",
    "copies": "respell-copy",
    "wider scalars": "respell-widen-scalars",
    "recomputation": "respell-duplicate",
    "other order of ops": "respell-sink",
    "named ops": "linalg-specialize-generic-ops",
}
PAIRS = [
    ("unit dims", "transposes"),
    ("transposes", "fuse-elementwise"),
    ("copies", "cast shapes"),
    ("recomputation", "operand order"),
    ("fold-unit-extent-dims", "fuse-elementwise"),
    ("reversed loops", "fuse-elementwise"),
    ("cast shapes", "unit dims"),
    ("wider scalars", "fuse-elementwise"),
    ("generalize", "canonicalize"),
    ("recomputation", "fuse-elementwise"),
    ("other order of ops", "copies"),
    ("transposes", "reversed loops"),
    ("unit dims", "fold-unit-extent-dims"),
    ("operand order", "wider scalars"),
    ("named ops", "transposes"),
]


def explain(path):
    text = subprocess.run(
        ["redfuser", "explain", path], check=True, capture_output=True, text=True
    ).stdout
    # Reductions that only share what they read are joined where that is seen to
    # pay; a rewrite that moves an assertion into one of them may hide it.
    chains = re.split(r"(?=chain of \d+ \w+, fused)", text)[1:]
    return sorted(
        int(chain.split()[2])
        for chain in chains
        if chain.count("split       none needed") < int(chain.split()[2])
    )


def rewrite(path, rewrites):
    if rewrites == ("no exponential",):
        return pathlib.Path(path).read_text().replace("math.exp ", "math.tanh ")
    pipeline = ",".join(REWRITES[name] for name in rewrites)
    # Upstream's passes for structured ops run on functions.
    return subprocess.run(
        ["redfuser-respell", f"--pass-pipeline=builtin.module(func.func({pipeline}))",
         path],
        check=True, capture_output=True, text=True,
    ).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    work = [(name,) for name in REWRITES] + (PAIRS if options.pairs else [])
    if options.self_test:
        work = [("no exponential",)]
    failures, done = 0, 0
    for path in options.files:
        expected = explain(path)
        for names in work:
            with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
                file.write(rewrite(path, names))
                file.flush()
                got = explain(file.name)
            done += 1
            if got != expected:
                failures += 1
                print(f"{path}: {' + '.join(names)}: expected {expected}, got {got}")
    print(f"{done} rewrites, {failures} change a verdict")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
