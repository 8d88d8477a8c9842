# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks of transformers, spelt as the usual PyTorch implementations spell them."""

import math

import torch
from torch import nn
from torch.nn import functional as F


def split_heads(x, heads):
    """(batch, rows, heads * d) -> (batch, heads, rows, d)."""
    batch, rows, _ = x.shape
    return x.view(batch, rows, heads, -1).transpose(1, 2)


def merge_heads(x):
    batch, heads, rows, d = x.shape
    return x.transpose(1, 2).reshape(batch, rows, heads * d)


class BertLayer(nn.Module):
    """Post-norm encoder layer; padding by an additive mask (1 - mask) * min."""

    def __init__(self, hidden=64, heads=4, inner=256):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(hidden, hidden)
        self.key = nn.Linear(hidden, hidden)
        self.value = nn.Linear(hidden, hidden)
        self.dense = nn.Linear(hidden, hidden)
        self.norm1 = nn.LayerNorm(hidden, eps=1e-12)
        self.intermediate = nn.Linear(hidden, inner)
        self.output = nn.Linear(inner, hidden)
        self.norm2 = nn.LayerNorm(hidden, eps=1e-12)

    def forward(self, x, attention_mask):
        mask = (1.0 - attention_mask[:, None, None, :]) * torch.finfo(x.dtype).min
        q = split_heads(self.query(x), self.heads)
        k = split_heads(self.key(x), self.heads)
        v = split_heads(self.value(x), self.heads)
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.shape[-1])
        p = torch.softmax(scores + mask, dim=-1)
        x = self.norm1(self.dense(merge_heads(torch.matmul(p, v))) + x)
        inner = F.gelu(self.intermediate(x))
        return self.norm2(self.output(inner) + x)


class Conv1D(nn.Module):
    """GPT-2's linear layer, whose weight is not transposed."""

    def __init__(self, outputs, inputs):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(inputs, outputs))
        self.bias = nn.Parameter(torch.randn(outputs))

    def forward(self, x):
        shape = x.shape[:-1] + (self.weight.shape[1],)
        return torch.addmm(self.bias, x.view(-1, x.shape[-1]), self.weight).view(shape)


def gelu_new(x):
    """Spelt out, as GPT-2 has it: torch-mlir lowers gelu(approximate="tanh") with
    0.797724 in place of sqrt(2 / pi)."""
    inner = math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))
    return 0.5 * x * (1.0 + torch.tanh(inner))


class Gpt2Block(nn.Module):
    """Pre-norm decoder block: one QKV projection, causal by a slice of a buffer."""

    def __init__(self, hidden=64, heads=4, context=64):
        super().__init__()
        self.heads = heads
        self.ln_1 = nn.LayerNorm(hidden)
        self.c_attn = Conv1D(3 * hidden, hidden)
        self.c_proj = Conv1D(hidden, hidden)
        self.ln_2 = nn.LayerNorm(hidden)
        self.c_fc = Conv1D(4 * hidden, hidden)
        self.c_out = Conv1D(hidden, 4 * hidden)
        causal = torch.tril(torch.ones(context, context, dtype=torch.bool))
        self.register_buffer("causal", causal.view(1, 1, context, context))

    def mask(self, scores):
        rows, keys = scores.shape[-2:]
        causal = self.causal[:, :, keys - rows : keys, :keys]
        return torch.where(causal, scores, torch.finfo(scores.dtype).min)

    def attend(self, q, k, v):
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(v.shape[-1])
        return torch.matmul(torch.softmax(self.mask(scores), dim=-1), v)

    def forward(self, x):
        q, k, v = self.c_attn(self.ln_1(x)).split(x.shape[-1], dim=2)
        q, k, v = (split_heads(t, self.heads) for t in (q, k, v))
        x = x + self.c_proj(merge_heads(self.attend(q, k, v)))
        return x + self.c_out(gelu_new(self.c_fc(self.ln_2(x))))


class Gpt2BlockSdpa(Gpt2Block):
    """The same through scaled_dot_product_attention(is_causal=True)."""

    def attend(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)


class RMSNorm(nn.Module):
    def __init__(self, hidden, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden))
        self.eps = eps

    def forward(self, x):
        x32 = x.to(torch.float32)
        variance = x32.pow(2).mean(-1, keepdim=True)
        return self.weight * (x32 * torch.rsqrt(variance + self.eps)).to(x.dtype)


def rotary(x, cos, sin):
    half = x.shape[-1] // 2
    rotated = torch.cat((-x[..., half:], x[..., :half]), dim=-1)
    return x * cos + rotated * sin


def rotary_table(positions, d, base=10000.0):
    frequencies = 1.0 / base ** (torch.arange(0, d, 2, dtype=torch.float32) / d)
    angles = positions[:, None, :, None].float() * frequencies
    angles = torch.cat((angles, angles), dim=-1)
    return angles.cos(), angles.sin()


def repeat_heads(x, times):
    """GQA: each head of keys and values serves several of queries."""
    batch, heads, rows, d = x.shape
    x = x[:, :, None].expand(batch, heads, times, rows, d)
    return x.reshape(batch, heads * times, rows, d)


class LlamaAttention(nn.Module):
    """Grouped-query attention with rotary positions; masked by index arithmetic:
    causal, and within `window` positions if that is given."""

    def __init__(self, hidden, heads, kv_heads, window=None):
        super().__init__()
        self.heads, self.kv_heads, self.window = heads, kv_heads, window
        d = hidden // heads
        self.q_proj = nn.Linear(hidden, heads * d, bias=False)
        self.k_proj = nn.Linear(hidden, kv_heads * d, bias=False)
        self.v_proj = nn.Linear(hidden, kv_heads * d, bias=False)
        self.o_proj = nn.Linear(heads * d, hidden, bias=False)

    def forward(self, x, positions):
        q = split_heads(self.q_proj(x), self.heads)
        k = split_heads(self.k_proj(x), self.kv_heads)
        v = split_heads(self.v_proj(x), self.kv_heads)
        cos, sin = rotary_table(positions, q.shape[-1])
        q, k = rotary(q, cos, sin), rotary(k, cos, sin)
        times = self.heads // self.kv_heads
        k, v = repeat_heads(k, times), repeat_heads(v, times)
        rows = torch.arange(q.shape[2])[:, None]
        keys = torch.arange(k.shape[2])[None, :]
        visible = keys <= rows
        if self.window is not None:
            visible = visible & (keys > rows - self.window)
        scores = torch.matmul(q, k.transpose(2, 3)) * q.shape[-1] ** -0.5
        scores = scores.masked_fill(~visible, float("-inf"))
        p = torch.softmax(scores, dim=-1, dtype=torch.float32).to(q.dtype)
        return self.o_proj(merge_heads(torch.matmul(p, v)))


class SwiGLU(nn.Module):
    def __init__(self, hidden, inner):
        super().__init__()
        self.gate_proj = nn.Linear(hidden, inner, bias=False)
        self.up_proj = nn.Linear(hidden, inner, bias=False)
        self.down_proj = nn.Linear(inner, hidden, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class LlamaBlock(nn.Module):
    def __init__(self, hidden=64, heads=4, kv_heads=2, inner=160, window=None):
        super().__init__()
        self.input_norm = RMSNorm(hidden)
        self.attention = LlamaAttention(hidden, heads, kv_heads, window)
        self.post_norm = RMSNorm(hidden)
        self.mlp = SwiGLU(hidden, inner)

    def forward(self, x, positions):
        x = x + self.attention(self.input_norm(x), positions)
        return x + self.mlp(self.post_norm(x))


class SparseMoE(nn.Module):
    """Softmax router, top-k, renormalised weights; every expert sees every token
    and is weighted by what the router gives it."""

    def __init__(self, hidden, inner, experts, k=2):
        super().__init__()
        self.k = k
        self.gate = nn.Linear(hidden, experts, bias=False)
        self.experts = nn.ModuleList(SwiGLU(hidden, inner) for _ in range(experts))

    def forward(self, x):
        tokens = x.reshape(-1, x.shape[-1])
        p = torch.softmax(self.gate(tokens), dim=1, dtype=torch.float32)
        weights, chosen = torch.topk(p, self.k, dim=-1)
        weights = weights / weights.sum(dim=-1, keepdim=True)
        result = torch.zeros_like(tokens)
        for number, expert in enumerate(self.experts):
            weight = torch.where(chosen == number, weights, 0.0).sum(-1, keepdim=True)
            result = result + weight * expert(tokens)
        return result.reshape(x.shape)


class MixtralBlock(nn.Module):
    """LLaMA attention in a sliding window, and a mixture of experts."""

    def __init__(self, hidden=64, heads=4, kv_heads=2, inner=96, experts=4, window=8):
        super().__init__()
        self.input_norm = RMSNorm(hidden)
        self.attention = LlamaAttention(hidden, heads, kv_heads, window)
        self.post_norm = RMSNorm(hidden)
        self.moe = SparseMoE(hidden, inner, experts)

    def forward(self, x, positions):
        x = x + self.attention(self.input_norm(x), positions)
        return x + self.moe(self.post_norm(x))


class MlaBlock(nn.Module):
    """Multi-head latent attention: keys and values are projections of one latent
    vector a position, plus one rotary key that all heads share."""

    def __init__(self, hidden=64, heads=4, d=16, rope=8, latent=32):
        super().__init__()
        self.heads, self.d, self.rope, self.latent = heads, d, rope, latent
        self.norm = RMSNorm(hidden)
        self.q_proj = nn.Linear(hidden, heads * (d + rope), bias=False)
        self.kv_down = nn.Linear(hidden, latent + rope, bias=False)
        self.kv_norm = RMSNorm(latent)
        self.kv_up = nn.Linear(latent, heads * 2 * d, bias=False)
        self.o_proj = nn.Linear(heads * d, hidden, bias=False)

    def forward(self, x, positions):
        h = self.norm(x)
        q = split_heads(self.q_proj(h), self.heads)
        q_plain, q_rope = q.split([self.d, self.rope], dim=-1)
        latent, k_rope = self.kv_down(h).split([self.latent, self.rope], dim=-1)
        kv = split_heads(self.kv_up(self.kv_norm(latent)), self.heads)
        k_plain, v = kv.split([self.d, self.d], dim=-1)
        cos, sin = rotary_table(positions, self.rope)
        q_rope = rotary(q_rope, cos, sin)
        k_rope = rotary(k_rope[:, None], cos, sin).expand(-1, self.heads, -1, -1)
        q = torch.cat((q_plain, q_rope), dim=-1)
        k = torch.cat((k_plain, k_rope), dim=-1)
        scores = torch.matmul(q, k.transpose(2, 3)) * (self.d + self.rope) ** -0.5
        n = x.shape[1]
        hidden = torch.full((n, n), float("-inf")).triu(1)
        p = torch.softmax(scores + hidden, dim=-1)
        return x + self.o_proj(merge_heads(torch.matmul(p, v)))


class VitBlock(nn.Module):
    """QKV by one projection, unbound from a (3, batch, heads, rows, d) tensor."""

    def __init__(self, hidden=64, heads=4, inner=128):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(hidden, eps=1e-6)
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.proj = nn.Linear(hidden, hidden)
        self.norm2 = nn.LayerNorm(hidden, eps=1e-6)
        self.fc1 = nn.Linear(hidden, inner)
        self.fc2 = nn.Linear(inner, hidden)

    def forward(self, x):
        batch, rows, hidden = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(batch, rows, 3, self.heads, -1)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        q = q * q.shape[-1] ** -0.5
        p = (q @ k.transpose(-2, -1)).softmax(dim=-1)
        x = x + self.proj((p @ v).transpose(1, 2).reshape(batch, rows, hidden))
        return x + self.fc2(F.gelu(self.fc1(self.norm2(x))))


class SwinAttention(nn.Module):
    """Attention in shifted windows: rolled, cut into windows, biased by relative
    position and masked where a window wraps around."""

    def __init__(self, hidden=32, heads=2, side=8, window=4, shift=2):
        super().__init__()
        self.heads, self.side, self.window, self.shift = heads, side, window, shift
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.proj = nn.Linear(hidden, hidden)
        self.table = nn.Parameter(torch.randn((2 * window - 1) ** 2, heads))
        grid = torch.stack(
            torch.meshgrid(torch.arange(window), torch.arange(window), indexing="ij")
        ).flatten(1)
        offset = grid[:, :, None] - grid[:, None, :] + window - 1
        self.register_buffer("index", offset[0] * (2 * window - 1) + offset[1])
        region = torch.zeros(side, side)
        cuts = (slice(0, -window), slice(-window, -shift), slice(-shift, None))
        for i, rows in enumerate(cuts):
            for j, columns in enumerate(cuts):
                region[rows, columns] = 3 * i + j
        regions = self.cut(region[None, :, :, None]).squeeze(-1)
        differs = regions[:, None, :] != regions[:, :, None]
        self.register_buffer("mask", differs.float() * -100.0)

    def cut(self, x):
        """(batch, side, side, c) -> (batch * windows, window * window, c)."""
        batch, side, _, c = x.shape
        w = self.window
        x = x.view(batch, side // w, w, side // w, w, c)
        return x.permute(0, 1, 3, 2, 4, 5).reshape(-1, w * w, c)

    def forward(self, x):
        batch, side, _, hidden = x.shape
        w, n = self.window, self.window**2
        windows = self.cut(torch.roll(x, (-self.shift, -self.shift), (1, 2)))
        qkv = self.qkv(windows).reshape(-1, n, 3, self.heads, hidden // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        scores = (q * q.shape[-1] ** -0.5) @ k.transpose(-2, -1)
        bias = self.table[self.index.view(-1)].view(n, n, self.heads)
        scores = scores + bias.permute(2, 0, 1).unsqueeze(0)
        count = self.mask.shape[0]
        scores = scores.view(batch, count, self.heads, n, n)
        scores = scores + self.mask.unsqueeze(1).unsqueeze(0)
        p = scores.view(-1, self.heads, n, n).softmax(dim=-1)
        out = self.proj((p @ v).transpose(1, 2).reshape(-1, n, hidden))
        out = out.view(batch, side // w, side // w, w, w, hidden)
        out = out.permute(0, 1, 3, 2, 4, 5).reshape(batch, side, side, hidden)
        return torch.roll(out, (self.shift, self.shift), (1, 2))


class T5Attention(nn.Module):
    """Unscaled scores plus a bias that is looked up by bucketed distance."""

    def __init__(self, hidden=64, heads=4, buckets=16, furthest=32):
        super().__init__()
        self.heads, self.buckets, self.furthest = heads, buckets, furthest
        self.norm = RMSNorm(hidden)
        self.q = nn.Linear(hidden, hidden, bias=False)
        self.k = nn.Linear(hidden, hidden, bias=False)
        self.v = nn.Linear(hidden, hidden, bias=False)
        self.o = nn.Linear(hidden, hidden, bias=False)
        self.relative_bias = nn.Embedding(buckets, heads)

    def bias(self, n):
        distance = torch.arange(n)[None, :] - torch.arange(n)[:, None]
        half = self.buckets // 2
        bucket = (distance > 0).long() * half
        distance = distance.abs()
        exact = half // 2
        far = torch.log(distance.float().clamp(min=1.0) / exact)
        far = far / math.log(self.furthest / exact) * (half - exact)
        far = (exact + far.long()).clamp(max=half - 1)
        bucket = bucket + torch.where(distance < exact, distance, far)
        return self.relative_bias(bucket).permute(2, 0, 1).unsqueeze(0)

    def forward(self, x):
        h = self.norm(x)
        q, k, v = (split_heads(f(h), self.heads) for f in (self.q, self.k, self.v))
        scores = torch.matmul(q, k.transpose(3, 2)) + self.bias(x.shape[1])
        p = torch.softmax(scores.float(), dim=-1).type_as(scores)
        return x + self.o(merge_heads(torch.matmul(p, v)))
