#!/usr/bin/env python3
# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regenerates the programs of this folder, one cascade a file.

    python3 generate.py            # writes them
    python3 generate.py --check    # says which files differ, exit 1 if any does

The programs say what their formula says, op by op, as a front end would emit them:
two-pass statistics, softmax with its maximum, probabilities as tensors. Nothing in
them is written with fusion in mind.
"""

import pathlib
import sys

sys.dont_write_bytecode = True
from builder import Program  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
EPS = 1e-5
PROGRAMS = []


def cascade(**sizes):
    def register(function):
        def build():
            program = Program(function.__name__, function.__doc__, **sizes)
            results = function(program)
            return program.text(*(results if isinstance(results, tuple) else (results,)))
        PROGRAMS.append((function.__name__, build))
        return function
    return register


#===--- Softmax and what is built on it -------------------------------------===#

@cascade()
def softmax(p):
    """Softmax of rows."""
    return p.softmax(p.arg("x", "n l"), "l")


@cascade()
def logsumexp(p):
    """log(sum exp(x)), with the maximum taken out."""
    x = p.arg("x", "n l")
    m = x.max("l")
    return (x - m).exp().sum("l").log() + m


@cascade()
def cross_entropy(p):
    """Negative log-likelihood of one class per row, as a sum against one-hot labels."""
    x, target = p.arg("x", "n l"), p.arg("target", "n", "i64")
    logp = p.log_softmax(x, "l")
    hit = target.compare("eq", p.positions("l"))
    return -hit.select(logp, 0.0).sum("l")


@cascade()
def cross_entropy_gather(p):
    """Negative log-likelihood of one class per row, picked from the log-probabilities."""
    x, target = p.arg("x", "n l"), p.arg("target", "n", "i64")
    return -p.gather(p.log_softmax(x, "l"), target)


@cascade()
def cross_entropy_soft(p):
    """Cross entropy against probabilities."""
    x, q = p.arg("x", "n l"), p.arg("q", "n l")
    return -(q * p.log_softmax(x, "l")).sum("l")


@cascade()
def label_smoothing(p):
    """Cross entropy with a tenth of the mass spread over all classes."""
    x, target = p.arg("x", "n l"), p.arg("target", "n", "i64")
    logp = p.log_softmax(x, "l")
    hit = target.compare("eq", p.positions("l"))
    picked = hit.select(logp, 0.0).sum("l")
    return -(picked * 0.9 + logp.mean("l") * 0.1)


@cascade()
def focal_loss(p):
    """-(1 - p_t)^2 log p_t."""
    x, target = p.arg("x", "n l"), p.arg("target", "n", "i64")
    logp = p.log_softmax(x, "l")
    hit = target.compare("eq", p.positions("l"))
    logpt = hit.select(logp, 0.0).sum("l")
    rest = 1.0 - logpt.exp()
    return -(rest * rest * logpt)


@cascade()
def z_loss(p):
    """Cross entropy and the square of log(sum exp(x))."""
    x, target = p.arg("x", "n l"), p.arg("target", "n", "i64")
    m = x.max("l")
    lse = (x - m).exp().sum("l").log() + m
    hit = target.compare("eq", p.positions("l"))
    picked = hit.select(x, 0.0).sum("l")
    return lse - picked, lse * lse


@cascade()
def softmax_sink(p):
    """Softmax over the scores and one more, the sink of the row, which gets no output."""
    x, sink = p.arg("x", "n l"), p.arg("sink", "n")
    m = x.max("l").maximum(sink)
    e = (x - m).exp()
    return e / (e.sum("l") + (sink - m).exp())


@cascade()
def softmax_plus_one(p):
    """exp(x) / (1 + sum exp(x))."""
    x = p.arg("x", "n l")
    m = x.max("l").maximum(0.0)
    e = (x - m).exp()
    return e / (e.sum("l") + (-m).exp())


@cascade(c="32", d="32")
def attention(p):
    """Attention with its log-sum-exp."""
    q, k, v = p.arg("q", "n c"), p.arg("k", "l c"), p.arg("v", "l d")
    s = p.matmul("n c, l c -> n l", q, k) * 0.17677669
    m = s.max("l")
    e = (s - m).exp()
    total = e.sum("l")
    return p.matmul("n l, l d -> n d", e / total, v), total.log() + m


@cascade(c="32", d="32")
def attention_sink(p):
    """Attention with one more score per row, whose value is zero."""
    q, k, v = p.arg("q", "n c"), p.arg("k", "l c"), p.arg("v", "l d")
    sink = p.arg("sink", "n")
    s = p.matmul("n c, l c -> n l", q, k) * 0.17677669
    m = s.max("l").maximum(sink)
    e = (s - m).exp()
    probabilities = e / (e.sum("l") + (sink - m).exp())
    return p.matmul("n l, l d -> n d", probabilities, v)


@cascade(c="32", d="32")
def differential_attention(p):
    """Attention minus lambda times another attention over the same values."""
    q1, k1 = p.arg("q1", "n c"), p.arg("k1", "l c")
    q2, k2 = p.arg("q2", "n c"), p.arg("k2", "l c")
    v, lam = p.arg("v", "l d"), p.scalar("lambda")
    p1 = p.softmax(p.matmul("n c, l c -> n l", q1, k1) * 0.17677669, "l")
    p2 = p.softmax(p.matmul("n c, l c -> n l", q2, k2) * 0.17677669, "l")
    return p.matmul("n l, l d -> n d", p1 - p2 * lam, v)


@cascade(c="576")
def mla_decode(p):
    """Multi-head latent attention, one query per head: values are the first 512
    columns of the keys."""
    q, latent = p.arg("q", "n c"), p.arg("latent", "l c")
    s = p.matmul("n c, l c -> n l", q, latent) * 0.04166667
    v = p.slice(latent, "c", 512, "d")
    return p.matmul("n l, l d -> n d", p.softmax(s, "l"), v)


@cascade()
def entropy(p):
    """-sum p log p of softmax."""
    x = p.arg("x", "n l")
    logp = p.log_softmax(x, "l")
    return -(logp.exp() * logp).sum("l")


@cascade()
def kl_divergence(p):
    """sum p (log p - log q) of two softmaxes."""
    logp = p.log_softmax(p.arg("x", "n l"), "l")
    logq = p.log_softmax(p.arg("y", "n l"), "l")
    return (logp.exp() * (logp - logq)).sum("l")


@cascade()
def softmax_expectation(p):
    """Mean of v under softmax(x)."""
    x, v = p.arg("x", "n l"), p.arg("v", "n l")
    return (p.softmax(x, "l") * v).sum("l")


@cascade()
def softmax_variance(p):
    """Mean and variance of v under softmax(x), in two passes."""
    x, v = p.arg("x", "n l"), p.arg("v", "n l")
    weights = p.softmax(x, "l")
    mean = (weights * v).sum("l")
    centred = v - mean
    return mean, (weights * (centred * centred)).sum("l")


@cascade()
def hardmax(p):
    """One over the number of maxima where the row has its maximum."""
    x = p.arg("x", "n l")
    hit = x.compare("oeq", x.max("l")).to("f32")
    return hit / hit.sum("l")


@cascade()
def count_maxima(p):
    """How often a row attains its maximum."""
    x = p.arg("x", "n l")
    return x.compare("oeq", x.max("l")).to("i32").sum("l")


@cascade(d="32")
def hard_attention(p):
    """Mean of the values at the maximal scores."""
    s, v = p.arg("s", "n l"), p.arg("v", "l d")
    hit = s.compare("oeq", s.max("l")).to("f32")
    return p.matmul("n l, l d -> n d", hit / hit.sum("l"), v)


#===--- Moments --------------------------------------------------------------===#

def moments(x, axes):
    mean = x.mean(axes)
    centred = x - mean
    return mean, centred, (centred * centred).mean(axes)


@cascade()
def variance(p):
    """Mean and variance of rows, in two passes."""
    x = p.arg("x", "n l")
    mean, _, var = moments(x, "l")
    return mean, var


@cascade()
def layernorm(p):
    """Layer normalisation with gain and bias."""
    x, gain, bias = p.arg("x", "n l"), p.arg("gain", "l"), p.arg("bias", "l")
    _, centred, var = moments(x, "l")
    return centred * (var + EPS).rsqrt() * gain + bias


@cascade(g="4", c="8")
def group_norm(p):
    """Group normalisation: statistics over the channels of a group and all pixels."""
    x = p.arg("x", "n g c l")
    gain, bias = p.arg("gain", "g c"), p.arg("bias", "g c")
    _, centred, var = moments(x, "c l")
    return centred * (var + EPS).rsqrt() * gain + bias


@cascade()
def instance_norm(p):
    """Instance normalisation: statistics over the pixels of a channel."""
    x = p.arg("x", "n c h w")
    _, centred, var = moments(x, "h w")
    return centred * (var + EPS).rsqrt()


@cascade()
def batch_norm(p):
    """Batch normalisation (training): statistics of a channel over batch and pixels."""
    x, gain, bias = p.arg("x", "n c l"), p.arg("gain", "c"), p.arg("bias", "c")
    mean, centred, var = moments(x, "n l")
    return centred * (var + EPS).rsqrt() * gain + bias, mean, var


@cascade()
def skewness_kurtosis(p):
    """Third and fourth standardised moments, in two passes."""
    x = p.arg("x", "n l")
    _, centred, var = moments(x, "l")
    cube = (centred * centred * centred).mean("l")
    fourth = (centred * centred * centred * centred).mean("l")
    return cube / (var * var.sqrt()), fourth / (var * var)


@cascade()
def covariance(p):
    """Covariance of two variables, in two passes."""
    x, y = p.arg("x", "n l"), p.arg("y", "n l")
    return ((x - x.mean("l")) * (y - y.mean("l"))).mean("l")


@cascade()
def correlation(p):
    """Pearson's correlation of two variables, in two passes."""
    x, y = p.arg("x", "n l"), p.arg("y", "n l")
    _, cx, vx = moments(x, "l")
    _, cy, vy = moments(y, "l")
    return (cx * cy).mean("l") / (vx * vy).sqrt()


@cascade()
def inertia(p):
    """Moment of inertia of weighted points about their centre of mass."""
    mass, x = p.arg("mass", "n l"), p.arg("x", "n l")
    weight = (mass * mass).map("arith.addf {0}, {1} : {t}", others=[EPS])
    total = weight.sum("l")
    centre = (weight * x).sum("l") / total
    offset = x - centre
    return (weight * (offset * offset)).sum("l")


@cascade(c="32")
def layernorm_gemm(p):
    """Layer normalisation with gain and bias, then a matrix product."""
    x, gain, bias = p.arg("x", "n l"), p.arg("gain", "l"), p.arg("bias", "l")
    w = p.arg("w", "l c")
    _, centred, var = moments(x, "l")
    y = centred * (var + EPS).rsqrt() * gain + bias
    return p.matmul("n l, l c -> n c", y, w)


@cascade(c="32")
def rmsnorm_gemm(p):
    """RMS normalisation with gain, then a matrix product."""
    x, gain, w = p.arg("x", "n l"), p.arg("gain", "l"), p.arg("w", "l c")
    y = x * ((x * x).mean("l") + EPS).rsqrt() * gain
    return p.matmul("n l, l c -> n c", y, w)


@cascade(c="32")
def l2norm_gemm(p):
    """Rows of length one, then a matrix product."""
    x, w = p.arg("x", "n l"), p.arg("w", "l c")
    norm = (x * x).sum("l").sqrt().maximum(1e-12)
    return p.matmul("n l, l c -> n c", x / norm, w)


@cascade()
def rmsnorm(p):
    """RMS normalisation with gain."""
    x, gain = p.arg("x", "n l"), p.arg("gain", "l")
    return x * ((x * x).mean("l") + EPS).rsqrt() * gain


#===--- Quantisation ----------------------------------------------------------===#

def quantise(x, scale):
    """Round to the nearest of the 255 integers of a symmetric int8 scale."""
    return (x * scale).math("roundeven").clamp(-127.0, 127.0).to("i8")


@cascade(c="32")
def absmax_quantise_gemm(p):
    """Dynamic int8 quantisation of rows, then an integer matrix product."""
    x, w, wscale = p.arg("x", "n l"), p.arg("w", "l c", "i8"), p.arg("wscale", "c")
    amax = x.abs().max("l").maximum(1e-12)
    q = quantise(x, 127.0 / amax)
    product = p.matmul("n l, l c -> n c", q, w, "i32").to("f32")
    return product * (amax / 127.0) * wscale


@cascade(c="32")
def absmax_fp8_gemm(p):
    """Dynamic fp8 quantisation of rows, then a matrix product."""
    x, w = p.arg("x", "n l"), p.arg("w", "l c", "f16")
    amax = x.abs().max("l").maximum(1e-12)
    q = (x * (448.0 / amax)).to("f8E4M3FN")
    return p.matmul("n l, l c -> n c", q, w, "f32") * (amax / 448.0)


@cascade(c="32")
def absmax_scale_gemm(p):
    """Rows scaled to an absolute maximum of one, then a matrix product."""
    x, w = p.arg("x", "n l"), p.arg("w", "l c")
    amax = x.abs().max("l").maximum(1e-12)
    return p.matmul("n l, l c -> n c", x / amax, w)


@cascade(c="32")
def rmsnorm_quantise_gemm(p):
    """RMS normalisation with gain, dynamic int8 quantisation, matrix product."""
    x, gain, w = p.arg("x", "n l"), p.arg("gain", "l"), p.arg("w", "l c", "i8")
    y = x * ((x * x).mean("l") + EPS).rsqrt() * gain
    amax = y.abs().max("l").maximum(1e-12)
    q = quantise(y, 127.0 / amax)
    return p.matmul("n l, l c -> n c", q, w, "i32").to("f32") * (amax / 127.0)


@cascade()
def rmsnorm_absmax(p):
    """RMS normalisation with gain and the absolute maximum of its rows."""
    x, gain = p.arg("x", "n l"), p.arg("gain", "l")
    y = x * ((x * x).mean("l") + EPS).rsqrt() * gain
    return y, y.abs().max("l")


@cascade(c="32")
def minmax_quantise_gemm(p):
    """Asymmetric quantisation of rows to eight bits, then a matrix product."""
    x, w = p.arg("x", "n l"), p.arg("w", "l c")
    lo, hi = x.min("l"), x.max("l")
    step = ((hi - lo) / 255.0).maximum(1e-12)
    q = ((x - lo) / step).math("roundeven")
    return p.matmul("n l, l c -> n c", q * step + lo, w)


@cascade(c="32")
def minmax_scale_gemm(p):
    """Rows mapped to [0, 1], then a matrix product."""
    x, w = p.arg("x", "n l"), p.arg("w", "l c")
    lo, hi = x.min("l"), x.max("l")
    return p.matmul("n l, l c -> n c", (x - lo) / (hi - lo).maximum(1e-12), w)


#===--- Selections ------------------------------------------------------------===#

@cascade()
def argmax(p):
    """Value and position of the maximum."""
    return p.argmax(p.arg("x", "n l"), "l")


@cascade()
def max_min(p):
    """Maximum and minimum of the same rows."""
    x = p.arg("x", "n l")
    return x.max("l"), x.min("l")


@cascade()
def any_all(p):
    """Whether any, whether all."""
    x = p.arg("x", "n l", "i1")
    return x.any("l"), x.all("l")


def top_two(p, scores):
    """The two largest values with their positions, one after the other."""
    v1, i1 = scores.argmax("l")
    taken = i1.compare("eq", p.positions("l"))
    rest = taken.map("arith.select {0}, {1}, {2} : f32",
                     others=[p.constant("-inf", "f32"), scores], type="f32")
    v2, i2 = rest.argmax("l")
    return v1, i1, v2, i2


@cascade()
def router_softmax_top2(p):
    """Mixture-of-experts router: softmax, two largest, weights that sum to one."""
    v1, i1, v2, i2 = top_two(p, p.softmax(p.arg("x", "n l"), "l"))
    total = v1 + v2
    return v1 / total, i1, v2 / total, i2


@cascade()
def router_softmax_top1(p):
    """Mixture-of-experts router: softmax, then the largest probability and its expert."""
    return p.softmax(p.arg("x", "n l"), "l").argmax("l")


@cascade()
def router_sigmoid_top1(p):
    """Router that selects by sigmoid plus a bias."""
    x, bias = p.arg("x", "n l"), p.arg("bias", "l")
    gate = 1.0 / ((-x).exp() + 1.0)
    return (gate + bias).argmax("l")


@cascade()
def router_sigmoid_top2(p):
    """Router that selects two by sigmoid plus a bias."""
    x, bias = p.arg("x", "n l"), p.arg("bias", "l")
    gate = 1.0 / ((-x).exp() + 1.0)
    v1, i1, v2, i2 = top_two(p, gate + bias)
    return v1, i1, v2, i2


@cascade()
def gumbel_max(p):
    """Sampling: the position of the largest score plus noise."""
    x, noise = p.arg("x", "n l"), p.arg("noise", "n l")
    return (x * 0.5 + noise).argmax("l")[1]


@cascade()
def softmax_argmax(p):
    """Softmax statistics and the position of the maximum, for greedy decoding."""
    x = p.arg("x", "n l")
    m, i = x.argmax("l")
    return i, (x - m).exp().sum("l").log() + m


#===--- Backward passes -------------------------------------------------------===#

@cascade()
def softmax_backward(p):
    """Gradient through softmax, probabilities recomputed."""
    x, dy = p.arg("x", "n l"), p.arg("dy", "n l")
    y = p.softmax(x, "l")
    return y * (dy - (y * dy).sum("l"))


@cascade(c="32", d="32")
def attention_backward_dq(p):
    """Gradient with respect to the queries, nothing saved."""
    q, k, v = p.arg("q", "n c"), p.arg("k", "l c"), p.arg("v", "l d")
    do = p.arg("do", "n d")
    y = p.softmax(p.matmul("n c, l c -> n l", q, k) * 0.17677669, "l")
    dp = p.matmul("n d, l d -> n l", do, v)
    ds = y * (dp - (y * dp).sum("l"))
    return p.matmul("n l, l c -> n c", ds, k) * 0.17677669


@cascade(c="32", d="32")
def attention_backward_dkdv(p):
    """Gradients with respect to keys and values; lse and delta were saved."""
    q, k, v = p.arg("q", "n c"), p.arg("k", "l c"), p.arg("v", "l d")
    do, lse, delta = p.arg("do", "n d"), p.arg("lse", "n"), p.arg("delta", "n")
    y = (p.matmul("n c, l c -> n l", q, k) * 0.17677669 - lse).exp()
    dv = p.matmul("n l, n d -> l d", y, do)
    ds = y * (p.matmul("n d, l d -> n l", do, v) - delta)
    return p.matmul("n l, n c -> l c", ds, q) * 0.17677669, dv


@cascade()
def layernorm_backward(p):
    """Gradient through layer normalisation, statistics recomputed."""
    x, gain, dy = p.arg("x", "n l"), p.arg("gain", "l"), p.arg("dy", "n l")
    _, centred, var = moments(x, "l")
    r = (var + EPS).rsqrt()
    normed = centred * r
    g = dy * gain
    return r * (g - g.mean("l") - normed * (g * normed).mean("l"))


@cascade()
def rmsnorm_backward(p):
    """Gradient through RMS normalisation, statistics recomputed."""
    x, gain, dy = p.arg("x", "n l"), p.arg("gain", "l"), p.arg("dy", "n l")
    r = ((x * x).mean("l") + EPS).rsqrt()
    g = dy * gain
    return r * (g - x * r * r * (g * x).mean("l"))


@cascade(c="32")
def infonce(p):
    """CLIP's two cross entropies over one matrix of similarities."""
    a, b = p.arg("a", "n c"), p.arg("b", "l c")
    s = p.matmul("n c, l c -> n l", a, b) * 0.5
    rows, columns = s.max("l"), s.max("n")
    return ((s - rows).exp().sum("l").log() + rows,
            (s - columns).exp().sum("n").log() + columns)


@cascade()
def clip_gradient(p):
    """A gradient scaled to a norm of at most one."""
    x = p.arg("x", "l")
    norm = (x * x).sum("l").sqrt()
    return x * (1.0 / (norm + 1e-6)).minimum(1.0)


@cascade()
def lamb_ratio(p):
    """Trust ratio of LAMB: the norm of the weights over that of the update."""
    weight, update = p.arg("weight", "l"), p.arg("update", "l")
    ratio = (weight * weight).sum("l").sqrt() / ((update * update).sum("l").sqrt() + 1e-6)
    return weight - update * ratio * 0.01


#===--- Not fusable -----------------------------------------------------------===#

@cascade(c="32")
def no_layernorm_gain_absmax(p):
    """Layer normalisation with gain before an absolute maximum: the maximum of lines
    in the mean, whose envelope has no fixed size."""
    x, gain, bias = p.arg("x", "n l"), p.arg("gain", "l"), p.arg("bias", "l")
    _, centred, var = moments(x, "l")
    y = centred * (var + EPS).rsqrt() * gain + bias
    return y.abs().max("l")


@cascade()
def no_sigmoid_of_shifted(p):
    """A sum of sigmoids of scores over their maximum."""
    x = p.arg("x", "n l")
    shifted = x - x.max("l")
    return (1.0 / ((-shifted).exp() + 1.0)).sum("l")


@cascade()
def no_mean_absolute_deviation(p):
    """sum |x - mean|."""
    x = p.arg("x", "n l")
    return (x - x.mean("l")).abs().sum("l")


@cascade()
def no_sparsemax_step(p):
    """One step of sparsemax: what lies above a threshold that depends on the row."""
    x = p.arg("x", "n l")
    threshold = x.mean("l")
    return (x - threshold).maximum(0.0).sum("l")


@cascade()
def no_entmax_step(p):
    """One step of entmax 1.5: squares of what lies above a threshold."""
    x = p.arg("x", "n l")
    above = (x - x.mean("l")).maximum(0.0)
    return (above * above).sum("l")


@cascade()
def no_median_step(p):
    """One step of a median by bisection: how many lie below the middle of the range."""
    x = p.arg("x", "n l")
    middle = (x.max("l") + x.min("l")) * 0.5
    return x.compare("olt", middle).to("f32").sum("l")


@cascade()
def no_top_p(p):
    """Mass of the probabilities that are at least half of the mean of their squares."""
    y = p.softmax(p.arg("x", "n l"), "l")
    bar = (y * y).sum("l")
    keep = y.compare("ogt", bar)
    return keep.select(y, 0.0).sum("l")


@cascade()
def no_row_temperature(p):
    """Softmax with the standard deviation of the row as its temperature."""
    x = p.arg("x", "n l")
    _, centred, var = moments(x, "l")
    return p.softmax(x / (var + EPS).sqrt(), "l")


@cascade()
def no_attention_column_sums(p):
    """How much attention each key gets: sums over rows of what is normalised by rows."""
    return p.softmax(p.arg("s", "n l"), "l").sum("n")


@cascade(c="32", d="32")
def no_gemm_activation_gemm(p):
    """Two matrix products with an activation between: one reduction each, on two axes."""
    x, w1, w2 = p.arg("x", "n c"), p.arg("w1", "c l"), p.arg("w2", "l d")
    h = p.matmul("n c, c l -> n l", x, w1)
    return p.matmul("n l, l d -> n d", h.math("tanh"), w2)


@cascade(c="32", d="32")
def single_sigmoid_attention(p):
    """Sigmoid attention: one reduction over the keys, nothing to derive."""
    q, k, v = p.arg("q", "n c"), p.arg("k", "l c"), p.arg("v", "l d")
    s = p.matmul("n c, l c -> n l", q, k) * 0.17677669
    return p.matmul("n l, l d -> n d", 1.0 / ((-s).exp() + 1.0), v)


@cascade(c="32")
def single_softcap(p):
    """Scores through a soft cap: elementwise."""
    s = p.matmul("n c, l c -> n l", p.arg("q", "n c"), p.arg("k", "l c"))
    return (s / 50.0).math("tanh") * 50.0


@cascade(c="2")
def single_rotary(p):
    """A rotary embedding: a product with a constant-size matrix per position."""
    return p.matmul("n l c, l d c -> n l d", p.arg("x", "n l c"), p.arg("rotation", "l d c"))


def main():
    check = sys.argv[1:] == ["--check"]
    differing = 0
    for name, build in PROGRAMS:
        text = ("// Written by test/Inputs/cascades/generate.py; do not edit.\n\n" + build())
        path = HERE / f"{name}.mlir"
        if check:
            if not path.exists() or path.read_text() != text:
                differing += 1
                print(f"{path.name} differs; run test/Inputs/cascades/generate.py")
        else:
            path.write_text(text)
    known = {name for name, _ in PROGRAMS}
    for path in HERE.glob("*.mlir"):
        if path.stem not in known:
            differing += 1
            print(f"{path.name} is not a program of generate.py")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
