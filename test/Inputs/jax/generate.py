#!/usr/bin/env python3
# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regenerates the JAX programs of the tests: linalg, arguments and results.

    python3.11 -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python generate.py               # everything
    venv/bin/python generate.py attention     # names that contain "attention"

Each program of programs.py is lowered by JAX to StableHLO and by

    iree-compile --iree-input-type=stablehlo --compile-to=input

to linalg on tensors, in functions of IREE's own dialect, `util`; scripts/from-iree spells
those `func.func` and changes nothing else. What is left of IREE's own ops is an error.
NAME.mlir is the text, with the program's name for that of the function; NAME/ holds the arguments and JAX's own results, the
way that `redfuser run NAME.mlir --input=NAME --expect=NAME` reads them. Data are of a
fixed seed. Tests only read the files: none needs JAX or IREE.
"""

import argparse
import importlib.metadata
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FROM_IREE = HERE.parents[2] / "scripts/from-iree"
# A file, and all of them together.
MAX_FILE, MAX_TOTAL = 64 << 10, 2 << 20


def to_linalg(stablehlo):
    tool = pathlib.Path(sys.executable).parent / "iree-compile"
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as source:
        source.write(stablehlo)
        source.flush()
        done = subprocess.run(
            [tool if tool.exists() else "iree-compile", "--iree-input-type=stablehlo",
             "--compile-to=input", source.name],
            capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    done = subprocess.run([sys.executable, FROM_IREE], input=done.stdout,
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def save(path, array):
    import numpy
    numpy.save(path, numpy.asarray(array))
    if path.stat().st_size > MAX_FILE:
        raise RuntimeError(f"{path.name} has {path.stat().st_size} bytes")


def write(program):
    import jax
    import numpy
    args = program.make_args(numpy.random.default_rng(0))
    with jax.default_matmul_precision("highest"):
        lowered = jax.jit(program.function).lower(*args)
        results = jax.tree.leaves(lowered.compile()(*args))
    text = to_linalg(lowered.as_text())
    # The name of the function, which JAX always calls `main`.
    text = text.replace("func.func @main(", f"func.func @{program.name}(")

    data = HERE / program.name
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir()
    for number, arg in enumerate(args):
        save(data / f"arg{number}.npy", arg)
    for number, result in enumerate(results):
        save(data / f"result{number}.npy", result)
    version = importlib.metadata.version
    header = (f"// {program.name}, by jax {version('jax')} and iree-base-compiler "
              f"{version('iree-base-compiler')}.\n"
              "// Written by test/Inputs/jax/generate.py; do not edit.\n\n")
    (HERE / f"{program.name}.mlir").write_text(header + text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("filter", nargs="?", default="", help="part of the names")
    options = parser.parse_args()
    # Results must not depend on the machine's accelerator.
    os.environ["JAX_PLATFORMS"] = "cpu"
    import programs
    failures = 0
    for program in programs.PROGRAMS:
        if options.filter not in program.name:
            continue
        try:
            write(program)
            print(f"{program.name}.mlir")
        except Exception as error:  # Report every program that fails, not the first.
            failures += 1
            print(f"{program.name}: {type(error).__name__}: {error}", file=sys.stderr)
    total = sum(path.stat().st_size for path in HERE.rglob("*.*"))
    if total > MAX_TOTAL:
        sys.exit(f"the files have {total} bytes together")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
