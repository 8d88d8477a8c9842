#!/usr/bin/env python3
# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regenerates the whole models of the tests: linalg, arguments and results.

    python3.11 -m venv venv && venv/bin/pip install -r ../torch-mlir/requirements.txt
    venv/bin/python generate.py            # everything
    venv/bin/python generate.py llama      # models whose name contains "llama"

Each model of MODELS goes through torch.export and torch-mlir to linalg on tensors,
with its weights as arguments. NAME.mlir is the text as torch-mlir prints it, below a
header; NAME/ holds the arguments and PyTorch's own results, the way that
`redfuser run NAME.mlir --input=NAME --expect=NAME` reads them. Data are of a fixed
seed. Tests only read the files: none needs torch.

Two ops that torch-mlir leaves as its own come decomposed instead (DECOMPOSITIONS):
scaled_dot_product_attention as matmul, mask and softmax, and topk as k maxima, each
of which removes the element that it found. PyTorch's results are those of the
original op.
"""

import argparse
import importlib.metadata
import pathlib
import re
import shutil
import sys
from dataclasses import dataclass
from typing import Callable

import numpy
import torch
from torch import nn
from torch_mlir import fx, ir
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras.fx_decomp_util import get_decomposition_table
from torch_mlir.extras.fx_importer import FxImporter

import heads
import transformers

HERE = pathlib.Path(__file__).resolve().parent
# A file, and all of them together.
MAX_FILE, MAX_TOTAL = 256 << 10, 20 << 20


def sdpa(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
         enable_gqa=False):
    """After PyTorch's documented equivalent."""
    assert dropout_p == 0.0 and not enable_gqa
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    scores = torch.matmul(q, k.transpose(-2, -1)) * scale
    if is_causal:
        rows, keys = torch.arange(q.shape[-2]), torch.arange(k.shape[-2])
        visible = rows[:, None] >= keys[None, :]
        scores = torch.where(visible, scores, float("-inf"))
    if attn_mask is not None:
        scores = scores + attn_mask
    return torch.matmul(torch.softmax(scores, dim=-1), v)


def topk(x, k, dim=-1, largest=True, sorted=True):
    """Equal elements come in order of their index (PyTorch promises no order)."""
    assert largest and dim in (-1, x.dim() - 1)
    positions = torch.arange(x.shape[-1])
    values, indices = [], []
    for _ in range(k):
        value, index = torch.max(x, dim=-1, keepdim=True)
        values.append(value)
        indices.append(index)
        x = torch.where(positions == index, float("-inf"), x)
    return torch.cat(values, dim=-1), torch.cat(indices, dim=-1)


DECOMPOSITIONS = {
    torch.ops.aten.scaled_dot_product_attention.default: sdpa,
    torch.ops.aten.topk.default: topk,
}


@dataclass
class Model:
    name: str
    module: nn.Module
    # Makes the arguments of `forward` from a generator.
    make_inputs: Callable


class WithWeights(nn.Module):
    """`module` with its parameters and buffers as further arguments."""

    def __init__(self, module):
        super().__init__()
        weights = list(module.named_parameters()) + list(module.named_buffers())
        self.names = [name for name, _ in weights]
        self.count = None
        # Not a submodule: its weights must not be found here.
        self.call = lambda weights, inputs: torch.func.functional_call(
            module, weights, inputs
        )

    def forward(self, *args):
        split = len(args) - len(self.names)
        return self.call(dict(zip(self.names, args[split:])), args[:split])


def normal(*shape):
    return lambda g: torch.randn(*shape, generator=g)


def inputs(*makers):
    return lambda g: tuple(make(g) for make in makers)


def positions(batch, rows):
    return lambda g: torch.arange(rows).expand(batch, rows).contiguous()


def padding(batch, rows):
    """The last quarter of the last sequence is padding."""
    def make(g):
        mask = torch.ones(batch, rows)
        mask[-1, rows - rows // 4 :] = 0.0
        return mask
    return make


def targets(count, classes, ignored=()):
    def make(g):
        target = torch.randint(0, classes, (count,), generator=g)
        target[list(ignored)] = -100
        return target
    return make


def int8(*shape):
    return lambda g: torch.randint(-127, 128, shape, generator=g).to(torch.int8)


T, H = transformers, heads
MODELS = [
    Model("bert_layer", T.BertLayer(), inputs(normal(2, 32, 64), padding(2, 32))),
    Model("gpt2_block", T.Gpt2Block(), inputs(normal(2, 32, 64))),
    Model("gpt2_block_sdpa", T.Gpt2BlockSdpa(), inputs(normal(2, 32, 64))),
    Model("llama_block", T.LlamaBlock(), inputs(normal(2, 32, 64), positions(2, 32))),
    Model("mixtral_block", T.MixtralBlock(),
          inputs(normal(1, 32, 64), positions(1, 32))),
    Model("cross_entropy", H.CrossEntropy(),
          inputs(normal(24, 500), targets(24, 500, ignored=(3, 17)))),
    Model("mla_block", T.MlaBlock(), inputs(normal(2, 24, 64), positions(2, 24))),
    Model("vit_block", T.VitBlock(), inputs(normal(2, 17, 64))),
    Model("swin_attention", T.SwinAttention(), inputs(normal(1, 8, 8, 32))),
    Model("t5_attention", T.T5Attention(), inputs(normal(2, 24, 64))),
    Model("layernorm", nn.LayerNorm(96), inputs(normal(5, 7, 96))),
    Model("layernorm_matmul", H.LayerNormMatmul(), inputs(normal(5, 7, 96))),
    Model("groupnorm", nn.GroupNorm(4, 16), inputs(normal(2, 16, 6, 5))),
    Model("instancenorm", nn.InstanceNorm2d(8), inputs(normal(2, 8, 6, 5))),
    Model("batchnorm_statistics", H.BatchNormStatistics(),
          inputs(normal(4, 8, 6, 5), normal(8), normal(8))),
    Model("log_softmax_dim0", H.LogSoftmax(), inputs(normal(48, 33))),
    Model("topk", H.TopK(), inputs(normal(9, 65))),
    Model("argmax", H.ArgMax(), inputs(normal(9, 65))),
    Model("cosine_similarity", H.CosineSimilarity(),
          inputs(normal(13, 70), normal(13, 70))),
    Model("info_nce", H.InfoNCE(), inputs(normal(24, 40), normal(24, 40))),
    Model("focal_loss", H.FocalLoss(), inputs(normal(24, 50), targets(24, 50))),
    Model("distillation_loss", H.DistillationLoss(),
          inputs(normal(12, 90), normal(12, 90))),
    Model("normalize_matmul", H.NormalizeMatmul(),
          inputs(normal(21, 64), normal(64, 40))),
    Model("quantized_matmul", H.QuantizedMatmul(),
          inputs(normal(21, 64), int8(64, 40), normal(40))),
    Model("fp8_matmul", H.Fp8Matmul(),
          inputs(normal(21, 64), normal(64, 40), normal(40))),
]


def randomize(module, generator):
    """Weights as trained models have them: of the scale 1 / sqrt(inputs), gains
    near 1, biases near 0."""
    with torch.no_grad():
        for name, weight in module.named_parameters():
            noise = torch.randn(weight.shape, generator=generator)
            if weight.dim() > 1:
                weight.copy_(noise / weight.shape[-1] ** 0.5)
            else:
                weight.copy_(0.1 * noise + (1.0 if is_gain(module, name) else 0.0))


def is_gain(module, name):
    path, _, kind = name.rpartition(".")
    owner = module.get_submodule(path)
    return kind == "weight" and "norm" in type(owner).__name__.lower()


def lower(name, module, args):
    """The text of `module` as linalg on tensors."""
    exported = torch.export.export(module, args).run_decompositions(
        {**get_decomposition_table(), **DECOMPOSITIONS}
    )
    context = ir.Context()
    torch_dialect.register_dialect(context)
    importer = FxImporter(context=context)
    importer.import_frozen_program(exported, func_name=name)
    lowered = fx._module_lowering(
        False, False, fx.OutputType.LINALG_ON_TENSORS, importer.module
    )
    return str(lowered)


def save(path, tensor):
    numpy.save(path, tensor.detach().numpy())
    if path.stat().st_size > MAX_FILE:
        raise RuntimeError(f"{path.name} has {path.stat().st_size} bytes")


def write(model):
    generator = torch.Generator().manual_seed(0)
    module = model.module.eval()
    randomize(module, generator)
    given = model.make_inputs(generator)
    wrapped = WithWeights(module).eval()
    weights = list(module.parameters()) + list(module.buffers())
    args = tuple(given) + tuple(weight.detach().clone() for weight in weights)
    with torch.no_grad():
        results = wrapped(*args)
        text = lower(model.name, wrapped, args)
    leftover = sorted(set(re.findall(r"\b(?:torch|tm_tensor)\.\w+", text)))
    if leftover:
        raise RuntimeError(f"not plain linalg: {', '.join(leftover)}")

    shutil.rmtree(HERE / model.name, ignore_errors=True)
    (HERE / model.name).mkdir()
    for number, arg in enumerate(args):
        save(HERE / model.name / f"arg{number}.npy", arg)
    results = results if isinstance(results, tuple) else (results,)
    for number, result in enumerate(results):
        save(HERE / model.name / f"result{number}.npy", result)
    names = [f"input {i}" for i in range(len(given))] + wrapped.names
    header = [
        f"// {type(model.module).__name__}, by torch "
        f"{torch.__version__.split('+')[0]} and torch-mlir "
        f"{importlib.metadata.version('torch-mlir')}.",
        "// Written by test/Inputs/models/generate.py; do not edit.",
        "//",
    ]
    header += [f"// %arg{i}: {name}" for i, name in enumerate(names)]
    (HERE / f"{model.name}.mlir").write_text("\n".join(header) + "\n\n" + text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("filter", nargs="?", default="", help="part of the names")
    options = parser.parse_args()
    failures = 0
    for model in MODELS:
        if options.filter not in model.name:
            continue
        try:
            write(model)
            print(f"{model.name}.mlir")
        except Exception as error:  # Report every model that fails, not the first.
            failures += 1
            print(f"{model.name}: {type(error).__name__}: {error}", file=sys.stderr)
    total = sum(path.stat().st_size for path in HERE.rglob("*.npy"))
    if total > MAX_TOTAL:
        sys.exit(f"the .npy files have {total} bytes together")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
