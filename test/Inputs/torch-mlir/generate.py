#!/usr/bin/env python3
# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regenerates the torch-mlir inputs of the tests and the examples.

    python3.11 -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python generate.py            # everything
    venv/bin/python generate.py softmax    # files whose name contains "softmax"

Each program of programs.py goes through torch.export and torch-mlir to linalg on
tensors; the text is written as torch-mlir prints it, below a header that says
where it comes from. Arguments and results are saved as .npy for the cases that
ask for it: normal data of a fixed seed, results computed by PyTorch in the type
of the program. Tests, demo and CI only read the files: none needs torch.
"""

import argparse
import importlib.metadata
import pathlib
import re
import sys

import numpy
import torch
from torch_mlir import fx
from torch_mlir.extras.fx_decomp_util import get_decomposition_table
from torch_mlir.extras.fx_importer import FxImporter
from torch_mlir import ir
from torch_mlir.dialects import torch as torch_dialect

import programs

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parents[2] / "examples"


def sdpa(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
         enable_gqa=False):
    """scaled_dot_product_attention in matmul and softmax, after PyTorch's
    documented equivalent. Without it, masked attention stays one tm_tensor op."""
    assert dropout_p == 0.0 and not is_causal and not enable_gqa
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    scores = torch.matmul(q, k.transpose(-2, -1)) * scale
    if attn_mask is not None:
        scores = scores + attn_mask
    return torch.matmul(torch.softmax(scores, dim=-1), v)


def decompositions():
    table = dict(get_decomposition_table())
    table[torch.ops.aten.scaled_dot_product_attention.default] = sdpa
    return table


def dynamic_shapes(case):
    if case.dynamic is None:
        return None
    symbols = {}
    def symbol(name):
        return symbols.setdefault(name, torch.export.Dim(name, min=2))
    return tuple(
        {dim: symbol(name) for dim, name in dims.items()} for dims in case.dynamic
    )


def arguments(case):
    generator = torch.Generator().manual_seed(0)
    args = [
        torch.randn(shape, generator=generator).to(case.dtype) for shape in case.shapes
    ]
    return tuple(case.make_args(args) if case.make_args else args)


def lower(case, args):
    """The text of `case` as linalg on tensors."""
    exported = torch.export.export(
        case.module.eval(), args, dynamic_shapes=dynamic_shapes(case)
    ).run_decompositions(decompositions())
    context = ir.Context()
    torch_dialect.register_dialect(context)
    importer = FxImporter(context=context)
    if case.strict_shapes:
        importer.import_program(exported, func_name=case.name)
    else:
        importer.import_frozen_program(exported, func_name=case.name)
    module = fx._module_lowering(
        False, False, fx.OutputType.LINALG_ON_TENSORS, importer.module
    )
    return str(module)


def write(directory, case):
    args = arguments(case)
    text = lower(case, args)
    leftover = sorted(set(re.findall(r"\b(?:torch|tm_tensor)\.\w+", text)))
    leftover = [op for op in leftover if op != "torch.assume_strict_symbolic_shapes"]
    if leftover:
        raise RuntimeError(f"{case.name}: not plain linalg: {', '.join(leftover)}")
    what = type(case.module).__name__
    shapes = ", ".join("x".join(map(str, shape)) for shape in case.shapes)
    kind = programs.SHORT[case.dtype] + (", dynamic" if case.dynamic else "")
    header = (
        f"// {what} on {shapes} ({kind}),\n"
        f"// by torch {torch.__version__.split('+')[0]} and torch-mlir "
        f"{importlib.metadata.version('torch-mlir')}.\n"
        "// Written by test/Inputs/torch-mlir/generate.py; do not edit.\n\n"
    )
    (directory / f"{case.name}.mlir").write_text(header + text)
    if case.data:
        with torch.no_grad():
            result = case.module(*args)
        for index, arg in enumerate(args):
            numpy.save(directory / f"{case.name}.in{index}.npy", arg.numpy())
        numpy.save(directory / f"{case.name}.out0.npy", result.numpy())


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("filter", nargs="?", default="", help="part of the names")
    options = parser.parse_args()
    work = [(HERE, case) for case in programs.CASES]
    work += [(EXAMPLES, case) for case in programs.EXAMPLES]
    failures = 0
    for directory, case in work:
        if options.filter not in case.name:
            continue
        directory.mkdir(exist_ok=True)
        try:
            write(directory, case)
            print(f"{directory.name}/{case.name}.mlir")
        except Exception as error:  # Report every case that fails, not the first.
            failures += 1
            print(f"{case.name}: {type(error).__name__}: {error}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
