#!/usr/bin/env python3
# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that take the best elements of rows one after the other, and all rows
of a few values.

    topk.py program --ranks=3 --scores=softmax --style=torch
    topk.py rows rows.npy --length=5 --values=-inf,-1,2,nan
"""

import argparse
import itertools
import pathlib
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Inputs/cascades"))
from builder import Program, Tensor  # noqa: E402


def arg_extremum(p, x, args):
    """Value and position. torch: as torch-mlir lowers max.dim, where a NaN has no
    position; jax: as JAX lowers argmax, where it has; last: of equal values the last."""
    integer = x.type[0] == "i"
    worst = {"f": "-inf", "i": -2**31}[x.type[0]] if not args.smallest else "inf"
    value, index = p.fill(["n"], x.type, worst), p.fill(["n"], "i64", 0)
    wins = ("sgt" if integer else "olt" if args.smallest else "ogt")
    compare = "cmpi" if integer else "cmpf"
    pick = "maxsi" if integer else "minimumf" if args.smallest else "maximumf"
    lines = ["linalg.index 1 : index", "arith.index_cast %r0 : index to i64"]
    if args.style == "torch":
        lines += [f"arith.{pick} {{0}}, {{out}} : {x.type}",
                  f"arith.{compare} {wins}, {{0}}, {{out}} : {x.type}",
                  "arith.select %r3, %r1, {out1} : i64"]
        results = ["%r2", "%r4"]
    elif args.style == "last":
        wins = {"sgt": "sge", "olt": "ole", "ogt": "oge"}[wins]
        lines += [f"arith.{pick} {{0}}, {{out}} : {x.type}",
                  f"arith.{compare} {wins}, {{0}}, {{out}} : {x.type}",
                  "arith.select %r3, %r1, {out1} : i64"]
        results = ["%r2", "%r4"]
    else:
        lines += [f"arith.cmpf {wins}, {{out}}, {{0}} : {x.type}",
                  f"arith.cmpf une, {{out}}, {{out}} : {x.type}",
                  "arith.ori %r2, %r3 : i1",
                  f"arith.cmpf oeq, {{out}}, {{0}} : {x.type}",
                  "arith.cmpi slt, {out1}, %r1 : i64",
                  "arith.andi %r5, %r6 : i1",
                  "arith.ori %r4, %r7 : i1",
                  f"arith.select %r4, {{out}}, {{0}} : {x.type}",
                  "arith.select %r8, {out1}, %r1 : i64"]
        results = ["%r9", "%r10"]
    name = p.generic([x], [value, index], ["n", "l"], ["l"], lines, results)
    return Tensor(p, name + "#0", ["n"], x.type), Tensor(p, name + "#1", ["n"], "i64")


def program(args):
    p = Program("topk", f"The {args.ranks} best elements of rows, with their positions.")
    x = p.arg("x", "n l", args.type)
    scores = x
    if args.scores == "softmax":
        scores = p.softmax(x, "l")
    elif args.scores == "unnormalised":
        scores = (x - x.max("l")).exp()
    elif args.scores == "unshifted":
        terms = x.exp()
        scores = terms / terms.sum("l")
    worst = {"f": "-inf", "i": -2**31}[args.type[0]] if not args.smallest else "inf"
    results = []
    for rank in range(args.ranks):
        value, index = arg_extremum(p, scores, args)
        results += [value] if args.values_only else [value, index]
        if rank + 1 < args.ranks:
            taken = index.compare("eq", p.positions("l"))
            scores = taken.map(f"arith.select {{0}}, {{1}}, {{2}} : {args.type}",
                               others=[p.constant(worst, args.type), scores],
                               type=args.type)
    print(p.text(*results), end="")


def rows(args):
    values = [float(v) for v in args.values.split(",")]
    table = list(itertools.product(values, repeat=args.length))
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(table)}, {args.length}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(args.file, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for row in table:
            file.write(struct.pack(f"<{args.length}f", *row))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("program", help="print a program")
    command.add_argument("--ranks", type=int, default=2)
    command.add_argument("--scores", default="plain",
                         choices=["plain", "softmax", "unnormalised", "unshifted"])
    command.add_argument("--style", default="torch", choices=["torch", "jax", "last"])
    command.add_argument("--type", default="f32")
    command.add_argument("--smallest", action="store_true")
    command.add_argument("--values-only", action="store_true")
    command.set_defaults(run=program)
    command = commands.add_parser("rows", help="write every row of some values")
    command.add_argument("file")
    command.add_argument("--length", type=int, default=5)
    command.add_argument("--values", default="-inf,-1,2,nan")
    command.set_defaults(run=rows)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
