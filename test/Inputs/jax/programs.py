# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The JAX programs of generate.py, as a user of JAX writes them.

Only top-k is spelled out: `jax.lax.top_k` becomes a sort op of IREE's own, so
`top_k` below takes k maxima, each of which removes the element that it found."""

import math
from dataclasses import dataclass
from typing import Callable

import jax
import jax.numpy as jnp
import numpy


def softmax(x):
    return jax.nn.softmax(x, axis=-1)


def log_softmax_dim0(x):
    return jax.nn.log_softmax(x, axis=0)


def logsumexp(x):
    """Guards its maximum: `where(isfinite(max), max, 0)`, behind stop_gradient."""
    return jax.nn.logsumexp(x, axis=-1)


def masked_softmax(x, where):
    """Masks before the maximum, and the numerator again after it."""
    return jax.nn.softmax(x, axis=-1, where=where)


def entropy(logits):
    log_p = jax.nn.log_softmax(logits, axis=-1)
    return -jnp.sum(jnp.exp(log_p) * log_p, axis=-1)


def kl_divergence(p_logits, q_logits):
    log_p = jax.nn.log_softmax(p_logits, axis=-1)
    log_q = jax.nn.log_softmax(q_logits, axis=-1)
    return jnp.sum(jnp.exp(log_p) * (log_p - log_q), axis=-1)


def variance(x):
    return jnp.mean(x, axis=-1), jnp.var(x, axis=-1)


def layernorm(x, gain, bias):
    mean = jnp.mean(x, axis=-1, keepdims=True)
    var = jnp.var(x, axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(var + 1e-5) * gain + bias


def rmsnorm(x, gain):
    return x * jax.lax.rsqrt(jnp.mean(jnp.square(x), axis=-1, keepdims=True) + 1e-6) * gain


def rmsnorm_matmul(x, gain, w):
    return rmsnorm(x, gain) @ w


def cross_entropy(logits, labels):
    log_p = jax.nn.log_softmax(logits, axis=-1)
    picked = jnp.take_along_axis(log_p, labels[:, None], axis=-1)
    return -jnp.mean(picked)


def cross_entropy_one_hot(logits, labels):
    """As optax writes it for labels that are probabilities."""
    one_hot = jax.nn.one_hot(labels, logits.shape[-1])
    return -jnp.sum(one_hot * jax.nn.log_softmax(logits, axis=-1), axis=-1)


def cross_entropy_grad(logits, labels):
    """Of the form that does not gather: the gradient of a gather scatters, which is an
    op of IREE's own."""
    def loss(logits):
        return jnp.mean(cross_entropy_one_hot(logits, labels))
    return jax.value_and_grad(loss)(logits)


def argmax(x):
    return jnp.argmax(x, axis=-1), jnp.argmin(x, axis=0)


def top_k(x, k):
    positions = jnp.arange(x.shape[-1])
    values, indices = [], []
    for _ in range(k):
        index = jnp.argmax(x, axis=-1, keepdims=True)
        values.append(jnp.max(x, axis=-1, keepdims=True))
        indices.append(index)
        x = jnp.where(positions == index, -jnp.inf, x)
    return jnp.concatenate(values, axis=-1), jnp.concatenate(indices, axis=-1)


def topk(x):
    return top_k(x, 3)


def moe_router(tokens, gate):
    """Softmax over the experts, the two best of them, their weights renormalised."""
    weights, experts = top_k(jax.nn.softmax(tokens @ gate, axis=-1), 2)
    return weights / jnp.sum(weights, axis=-1, keepdims=True), experts


def attention(q, k, v):
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) / math.sqrt(q.shape[-1])
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, axis=-1), v)


def attention_causal(q, k, v):
    return jax.nn.dot_product_attention(q, k, v, is_causal=True)


def attention_gqa(q, k, v, lengths):
    """Fewer heads of keys than of queries, and padding."""
    return jax.nn.dot_product_attention(q, k, v, key_value_seq_lengths=lengths)


def attention_window(q, k, v, bias):
    """A causal window of 8 keys, and a bias on the scores."""
    return jax.nn.dot_product_attention(
        q, k, v, bias=bias, is_causal=True, local_window_size=(7, 0))


def attention_grad(q, k, v, g):
    return jax.vjp(attention, q, k, v)[1](g)


def transformer_block(x, gain1, wqkv, wo, gain2, bias2, w1, w2):
    """Pre-norm, causal, four heads, an MLP with GELU."""
    batch, rows, width = x.shape
    qkv = (rmsnorm(x, gain1) @ wqkv).reshape(batch, rows, 3, 4, width // 4)
    q, k, v = qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2]
    out = jax.nn.dot_product_attention(q, k, v, is_causal=True)
    x = x + out.reshape(batch, rows, width) @ wo
    return x + jax.nn.gelu(layernorm(x, gain2, bias2) @ w1) @ w2


def int8_matmul(x, w, scales):
    """Rows scaled to int8 by their largest magnitude, then a matmul of integers."""
    scale = jnp.max(jnp.abs(x), axis=-1, keepdims=True) / 127.0
    q = jnp.clip(jnp.round(x / scale), -127, 127).astype(jnp.int8)
    total = jax.lax.dot(q, w, preferred_element_type=jnp.int32)
    return total.astype(jnp.float32) * scale * scales


def fp8_matmul(x, w, scales):
    scale = jnp.max(jnp.abs(x), axis=-1, keepdims=True) / 448.0
    q = (x / scale).astype(jnp.float8_e4m3fn)
    total = jax.lax.dot(q, w.astype(jnp.float8_e4m3fn),
                        preferred_element_type=jnp.float32)
    return total * scale * scales


@dataclass
class Program:
    function: Callable
    # Makes the arguments from a generator of numpy.
    make_args: Callable

    @property
    def name(self):
        return self.function.__name__


def normal(*shape):
    return lambda g: g.standard_normal(shape, dtype=numpy.float32)


def weight(*shape):
    """As trained models have them: of the scale 1 / sqrt(inputs)."""
    return lambda g: g.standard_normal(shape, dtype=numpy.float32) * numpy.float32(
        shape[0] ** -0.5)


def gain(*shape):
    return lambda g: 1 + numpy.float32(0.1) * g.standard_normal(
        shape, dtype=numpy.float32)


def labels(count, classes):
    return lambda g: g.integers(0, classes, (count,), dtype=numpy.int32)


def int8(*shape):
    return lambda g: g.integers(-127, 128, shape, dtype=numpy.int8)


def given(*values):
    return lambda g: numpy.array(values, dtype=numpy.int32)


def mask(*shape):
    """Half of the elements; never a row of none."""
    def make(g):
        where = g.random(shape) < 0.5
        where[..., 0] = True
        return where
    return make


def program(function, *makers):
    return Program(function, lambda g: tuple(make(g) for make in makers))


PROGRAMS = [
    program(softmax, normal(7, 50)),
    program(log_softmax_dim0, normal(48, 33)),
    program(logsumexp, normal(7, 50)),
    program(masked_softmax, normal(7, 50), mask(7, 50)),
    program(entropy, normal(9, 70)),
    program(kl_divergence, normal(9, 70), normal(9, 70)),
    program(variance, normal(5, 7, 96)),
    program(layernorm, normal(5, 7, 96), gain(96), normal(96)),
    program(rmsnorm, normal(5, 7, 96), gain(96)),
    program(rmsnorm_matmul, normal(21, 64), gain(64), weight(64, 40)),
    program(cross_entropy, normal(24, 100), labels(24, 100)),
    program(cross_entropy_one_hot, normal(24, 100), labels(24, 100)),
    program(cross_entropy_grad, normal(24, 100), labels(24, 100)),
    program(argmax, normal(9, 65)),
    program(topk, normal(9, 65)),
    program(moe_router, normal(20, 32), weight(32, 8)),
    program(attention, normal(2, 4, 24, 16), normal(2, 4, 40, 16),
            normal(2, 4, 40, 16)),
    program(attention_causal, normal(2, 32, 4, 16), normal(2, 32, 4, 16),
            normal(2, 32, 4, 16)),
    program(attention_gqa, normal(2, 24, 4, 16), normal(2, 40, 2, 16),
            normal(2, 40, 2, 16), given(40, 29)),
    program(attention_window, normal(2, 32, 4, 16), normal(2, 32, 4, 16),
            normal(2, 32, 4, 16), normal(2, 4, 32, 32)),
    program(attention_grad, normal(2, 2, 24, 16), normal(2, 2, 40, 16),
            normal(2, 2, 40, 16), normal(2, 2, 24, 16)),
    program(transformer_block, normal(2, 32, 64), gain(64), weight(64, 192),
            weight(64, 64), gain(64), weight(64), weight(64, 128), weight(128, 64)),
    program(int8_matmul, normal(21, 64), int8(64, 40), normal(40)),
    program(fp8_matmul, normal(21, 64), normal(64, 40), normal(40)),
]
