# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The PyTorch programs behind test/Inputs/torch-mlir and examples/.

`CASES` lists every file that generate.py writes: a module, the shapes of its
arguments and which of their dimensions are dynamic.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Callable, Dict, Optional, Tuple

import torch
from torch import nn

F16, BF16, F32 = torch.float16, torch.bfloat16, torch.float32
SHORT = {F16: "f16", BF16: "bf16", F32: "f32"}


class Softmax(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, x):
        return torch.softmax(x, dim=self.dim)


class LogSoftmax(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, x):
        return torch.log_softmax(x, dim=self.dim)


class LogSumExp(nn.Module):
    def __init__(self, dim, keepdim=False):
        super().__init__()
        self.dim, self.keepdim = dim, keepdim

    def forward(self, x):
        return torch.logsumexp(x, dim=self.dim, keepdim=self.keepdim)


class MaxDim(nn.Module):
    """The maximum and where it is first."""

    def forward(self, x):
        return torch.max(x, dim=-1)


class ArgMax(nn.Module):
    def forward(self, x):
        return torch.argmax(x, dim=-1)


class ArgMin(nn.Module):
    def forward(self, x):
        return torch.argmin(x, dim=1)


class GreedyToken(nn.Module):
    """The likeliest token and its log-probability."""

    def forward(self, x):
        score, token = torch.max(x, dim=-1)
        return token, score - torch.logsumexp(x, dim=-1)


class Attention(nn.Module):
    """Scaled dot-product attention spelled out: matmul, scale, softmax, matmul."""

    def forward(self, q, k, v):
        scores = torch.matmul(q, k.transpose(-2, -1)) * (1.0 / math.sqrt(q.shape[-1]))
        return torch.matmul(torch.softmax(scores, dim=-1), v)


class MaskedAttention(nn.Module):
    """The same with an additive mask that broadcasts over batch and heads."""

    def forward(self, q, k, v, mask):
        scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.shape[-1])
        return torch.matmul(torch.softmax(scores + mask, dim=-1), v)


class BatchedAttention(nn.Module):
    """3-D attention on torch.bmm, which needs no reshapes."""

    def forward(self, q, k, v):
        scores = torch.bmm(q, k.transpose(1, 2)) * (1.0 / math.sqrt(q.shape[-1]))
        return torch.bmm(torch.softmax(scores, dim=-1), v)


class UpcastAttention(nn.Module):
    """16-bit operands, the softmax in f32, as most model code does it."""

    def forward(self, q, k, v):
        scores = torch.matmul(q, k.transpose(-2, -1)) * (1.0 / math.sqrt(q.shape[-1]))
        p = torch.softmax(scores, dim=-1, dtype=torch.float32).to(q.dtype)
        return torch.matmul(p, v)


class PagedAttention(nn.Module):
    """One query for each head on keys and values in pages (page, position, head,
    depth): a table says which pages a batch has, and how many keys count."""

    def forward(self, q, key_pages, value_pages, table, lengths):
        keys = key_pages[table].flatten(1, 2).permute(0, 2, 3, 1)
        values = value_pages[table].flatten(1, 2).transpose(1, 2)
        scores = torch.matmul(q, keys) * (1.0 / math.sqrt(q.shape[-1]))
        exists = torch.arange(keys.shape[-1]) < lengths[:, None]
        scores = scores.masked_fill(~exists[:, None, None], float("-inf"))
        p = torch.softmax(scores, dim=-1, dtype=torch.float32).to(q.dtype)
        return torch.matmul(p, values)


class SDPA(nn.Module):
    def forward(self, q, k, v):
        return nn.functional.scaled_dot_product_attention(q, k, v)


class MaskedSDPA(nn.Module):
    def forward(self, q, k, v, mask):
        return nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)


class MultiHeadAttention(nn.Module):
    """Multi-head self-attention on projected inputs: (batch, N, heads * D) each."""

    def __init__(self, heads):
        super().__init__()
        self.heads = heads

    def forward(self, q, k, v):
        def split(x):
            return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

        q, k, v = split(q), split(k), split(v)
        scores = torch.matmul(q, k.transpose(-2, -1)) * (1.0 / math.sqrt(q.shape[-1]))
        out = torch.matmul(torch.softmax(scores, dim=-1), v)
        return out.transpose(1, 2).flatten(2)


@dataclass
class Case:
    """One file: `module` traced with arguments of `shapes`."""

    name: str
    module: nn.Module
    shapes: Tuple[Tuple[int, ...], ...]
    dtype: torch.dtype = F32
    # For each argument: dimension -> name of its symbol.
    dynamic: Optional[Tuple[Dict[int, str], ...]] = None
    # Also write arguments and result as .npy.
    data: bool = False
    # Import by import_program, which promises that sizes with different symbols
    # never broadcast against each other; the default checks them by cf.assert.
    strict_shapes: bool = False
    make_args: Optional[Callable] = field(default=None, repr=False)


def with_dtype(name, dtype):
    return f"{name}_{SHORT[dtype]}"


def reductions():
    """softmax, log_softmax, logsumexp along the last, first and a middle axis."""
    shape = (4, 37, 129)
    for kind, module in (
        ("softmax", Softmax),
        ("log_softmax", LogSoftmax),
        ("logsumexp", LogSumExp),
    ):
        for where, dim in (("last", -1), ("first", 0), ("middle", 1)):
            yield Case(f"{kind}_{where}_f32", module(dim), (shape,))
            yield Case(
                f"{kind}_{where}_f32_dynamic",
                module(dim),
                (shape,),
                dynamic=({0: "a", 1: "b", 2: "c"},),
            )
        for dtype in (F16, BF16):
            name = with_dtype(f"{kind}_last", dtype)
            yield Case(name, module(-1), (shape,), dtype)
            dynamic = ({0: "a", 1: "b", 2: "c"},)
            yield Case(f"{name}_dynamic", module(-1), (shape,), dtype, dynamic)
        # Small enough to keep its data in the repository.
        yield Case(f"{kind}_2d_f32", module(-1), ((5, 129),), data=True)
    yield Case("logsumexp_keepdim_f32", LogSumExp(-1, keepdim=True), (shape,))
    yield Case("softmax_1d_f32", Softmax(0), ((1000,),))
    yield Case(
        "softmax_axis_dynamic_f32", Softmax(-1), (shape,), dynamic=({2: "n"},)
    )


def attentions():
    """Attention in 4-D (batch, heads, rows, D) and 3-D, rows != keys."""
    q4, kv4, mask4 = (2, 4, 128, 64), (2, 4, 160, 64), (2, 1, 128, 160)
    q3, kv3, mask3 = (8, 128, 64), (8, 160, 64), (128, 160)
    dyn4 = ({0: "b", 2: "n"}, {0: "b", 2: "m"}, {0: "b", 2: "m"})
    dyn3 = ({0: "b", 1: "n"}, {0: "b", 1: "m"}, {0: "b", 1: "m"})
    for rank, q, kv, mask, dyn, dyn_mask in (
        ("4d", q4, kv4, mask4, dyn4, {0: "b", 2: "n", 3: "m"}),
        ("3d", q3, kv3, mask3, dyn3, {0: "n", 1: "m"}),
    ):
        for kind, module, masked in (
            ("attention", Attention(), False),
            ("attention_mask", MaskedAttention(), True),
            ("sdpa", SDPA(), False),
            ("sdpa_mask", MaskedSDPA(), True),
        ):
            shapes = (q, kv, kv) + ((mask,) if masked else ())
            dynamic = dyn + ((dyn_mask,) if masked else ())
            # Sequence lengths dynamic, batch and heads static.
            rows = tuple(
                {dim: symbol for dim, symbol in dims.items() if symbol != "b"}
                for dims in dynamic
            )
            for strict in (False, True):
                yield Case(
                    f"{kind}_{rank}_f32_dynamic_rows" + ("_strict" if strict else ""),
                    module,
                    shapes,
                    F32,
                    rows,
                    strict_shapes=strict,
                )
            for dtype in (F32, F16, BF16):
                name = with_dtype(f"{kind}_{rank}", dtype)
                yield Case(name, module, shapes, dtype)
                if dtype == F32:
                    yield Case(f"{name}_dynamic", module, shapes, dtype, dynamic)
                if dtype == F32 or rank == "4d":
                    yield Case(
                        f"{name}_dynamic_strict",
                        module,
                        shapes,
                        dtype,
                        dynamic,
                        strict_shapes=True,
                    )
    for dtype in (F16, BF16):
        yield Case(
            with_dtype("attention_upcast_4d", dtype),
            UpcastAttention(),
            (q4, kv4, kv4),
            dtype,
        )
    bmm = Case("attention_bmm_f32", BatchedAttention(), (q3, kv3, kv3))
    yield bmm
    yield replace(bmm, name=f"{bmm.name}_dynamic", dynamic=dyn3)
    yield replace(
        bmm, name=f"{bmm.name}_dynamic_strict", dynamic=dyn3, strict_shapes=True
    )
    small, small_kv = (1, 2, 17, 16), (1, 2, 33, 16)
    yield Case(
        "attention_small_f32", Attention(), (small, small_kv, small_kv), data=True
    )
    yield Case(
        "attention_mask_small_f32",
        MaskedAttention(),
        (small, small_kv, small_kv, (17, 33)),
        data=True,
        make_args=causal_mask_args,
    )

    # Queries of a key's heads, pages, table, lengths.
    for dtype, size, data in (
        (BF16, ((16, 8, 8, 128), (4096, 16, 8, 128), (16, 512)), False),
        (F32, ((3, 2, 4, 16), (20, 8, 2, 16), (3, 5)), True),
    ):
        q, pages, table = size
        yield Case(
            with_dtype("attention_paged", dtype),
            PagedAttention(),
            (q, pages, pages, table, table[:1]),
            dtype,
            data=data,
            make_args=paged_args,
        )


def paged_args(args):
    """Replaces the last two arguments by pages in no order and lengths; behind
    the last key of a batch pages are -1."""
    pages, page = args[1].shape[:2]
    batch, count = args[3].shape
    generator = torch.Generator().manual_seed(1)
    table = torch.randint(0, pages, (batch, count), generator=generator)
    lengths = torch.randint(1, count * page + 1, (batch,), generator=generator)
    lengths[0] = count * page
    table[torch.arange(count) * page >= lengths[:, None]] = -1
    args[3:] = [table, lengths]
    return args


def causal_mask_args(args):
    """Replaces the last argument by a causal mask (0 and -inf), last rows aligned."""
    rows, keys = args[-1].shape[-2:]
    allowed = torch.ones(rows, keys, dtype=torch.bool).tril(keys - rows)
    args[-1] = torch.zeros(rows, keys).masked_fill(~allowed, float("-inf"))
    return args


def positions():
    """Extrema and where they are. (torch.topk stays one tm_tensor.sort.)"""
    return [
        Case("max_dim_f32", MaxDim(), ((12, 200),)),
        Case("max_dim_f32_dynamic", MaxDim(), ((12, 200),), dynamic=({0: "n", 1: "l"},)),
        Case("argmax_last_f32", ArgMax(), ((12, 200),)),
        Case("argmin_middle_f32", ArgMin(), ((3, 50, 8),)),
        Case("greedy_token_f32", GreedyToken(), ((12, 200),)),
    ]


CASES = [*reductions(), *attentions(), *positions()]

# Written to examples/.
EXAMPLES = [
    Case("attention", MultiHeadAttention(8), ((1, 512, 512),) * 3),
    Case("softmax", Softmax(-1), ((256, 4096),)),
]
