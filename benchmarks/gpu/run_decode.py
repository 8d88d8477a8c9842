# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times compiled attention of few queries and PyTorch's; one JSON object a line.

    run_decode.py DIR [--ours] > decode.jsonl
    run_decode.py --report decode.jsonl OUT.md

DIR as build_attention.py writes it. Variants: redfuser (all of its kernels), read (a
kernel that only reads keys and values: the ceiling), and without --ours cudnn and
flash (scaled dot product attention), eager and inductor (the same in matmul, softmax,
matmul over groups of heads, and compiled); where batches have different lengths, flex
(compiled FlexAttention, its block mask made before) and varlen (FlashAttention-2 of packed
keys). `ms`: median of CUDA graph replays, all variants in turns, L2 overwritten before
each; `clean_ms`: the same where it is then read over, so that it has no modified line to
write back. `tbps`: bytes of the keys and values that the mask leaves over `ms`; `tflops`:
2 B H Nq Nkv (D + Dv) operations, of those. `error`: norm of the difference from float64
over its norm, worst of the first and the last head, with different lengths of a head of
each batch.
"""

import glob
import inspect
import json
import os
import sys

from report import read_times


def time_all(folder, ours):
    import math
    import time

    import torch
    import triton
    import triton.language as tl
    from torch.nn.attention import SDPBackend, sdpa_kernel

    import attention as base

    @triton.jit
    def read_kernel(k, v, out, n, BLOCK: tl.constexpr):
        acc = tl.zeros([BLOCK], tl.int32)
        for i in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
            at = i + tl.arange(0, BLOCK)
            acc ^= tl.load(k + at, mask=at < n, other=0) ^ tl.load(v + at, mask=at < n, other=0)
        tl.store(out + tl.program_id(0), tl.xor_sum(acc, 0))

    def read(t, share):
        # One latent tensor is read as two halves.
        k, v = (t["arg1"].view(-1).chunk(2) if "arg2" not in t else (t["arg1"], t["arg2"]))
        k, v = (x.view(torch.int32).view(-1) for x in (k, v))
        k, v = (x[:int(x.numel() * share)] for x in (k, v))
        out = torch.empty(132 * 8, dtype=torch.int32, device="cuda")
        return lambda: read_kernel[(132 * 8,)](k, v, out, k.numel(), BLOCK=4096, num_warps=8)

    def library(c, t, backend):
        q = t["arg0"].reshape(c["batch"], c["heads"], c["rows"], c["depth"])

        def run():
            with sdpa_kernel(backend):
                return torch.nn.functional.scaled_dot_product_attention(q, t["arg1"], t["arg2"], enable_gqa=c["heads"] != c["kv_heads"])
        return run

    def flex(c, t):
        from torch.nn.attention.flex_attention import create_block_mask, flex_attention
        lengths = base.extra(c, t)[1]
        q = t["arg0"].reshape(c["batch"], c["heads"], c["rows"], c["depth"])
        block = create_block_mask(lambda b, h, i, j: j < lengths[b], c["batch"], None, c["rows"], c["keys"], device="cuda")
        torch._dynamo.reset()
        compiled = torch.compile(flex_attention)
        return lambda: compiled(q, t["arg1"], t["arg2"], block_mask=block, enable_gqa=c["heads"] != c["kv_heads"])

    def varlen(c, t):
        from torch.nn.attention.varlen import varlen_attn
        lengths = base.extra(c, t)[1]
        packed = [torch.cat([x[b, :, :n].transpose(0, 1) for b, n in enumerate(lengths.tolist())]) for x in (t["arg1"], t["arg2"])]
        q = t["arg0"].reshape(c["batch"], c["heads"], c["depth"])
        ends = torch.nn.functional.pad(lengths.cumsum(0), (1, 0)).to(torch.int32)
        each = torch.arange(c["batch"] + 1, device="cuda", dtype=torch.int32)
        # Not all versions ask whether heads share keys.
        group = {"enable_gqa": True} if "enable_gqa" in inspect.signature(varlen_attn).parameters else {}
        return lambda: varlen_attn(q, *packed, each, ends, 1, c["keys"], **group)

    def latent_attention(q, k, v):
        s = (q @ k.transpose(-1, -2)) * q.shape[-1] ** -0.5
        return torch.softmax(s.float(), -1).to(q.dtype) @ v

    def grouped(q, k, v):
        b, h, g, n, d = q.shape
        s = (q.reshape(b, h, g * n, d) @ k.transpose(-1, -2)) / math.sqrt(d)
        return (torch.softmax(s.float(), -1).to(q.dtype) @ v).view(b, h, g, n, -1)

    def captured(fn):
        for _ in range(2):
            fn()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            result = fn()
        return lambda keep=result: graph.replay()

    print(json.dumps(dict(device=torch.cuda.get_device_name(), torch=torch.__version__, cudnn=torch.backends.cudnn.version(),
                          date=time.strftime("%Y-%m-%d"))), flush=True)
    groups = {}
    for path in sorted(glob.glob(f"{folder}/*.cubin"), key=os.path.getmtime):
        kernel = base.Kernel(folder, os.path.basename(path)[:-6])
        groups.setdefault(base.same_case(kernel.case), []).append(kernel)
    for kernels in groups.values():
        c = kernels[0].case
        t = base.make(c)
        latent = "arg2" not in t
        value = t["arg1"][..., :c["width"]] if latent else t["arg2"]
        bytes_ = t["arg1"].nbytes + (0 if latent else value.nbytes)
        pairs = base.pairs(c, t)
        share = pairs / (c["batch"] * c["heads"] * c["rows"] * c["keys"])
        bytes_ *= share
        flops = 2 * pairs * (c["depth"] + c["width"])
        runs, names = {}, {}
        for kernel in kernels:
            launch = kernel.bind(t)
            name = "redfuser" + kernel.name[len(kernels[0].name):] if len(kernels) > 1 else "redfuser"
            name = kernel.name if name in runs else name
            runs[name] = lambda launch=launch: (launch(), t["result0"])[1]
            names[name] = kernel
        runs["read"] = read(t, share)
        comparable = c["score"] == "none" and c["mask"] == "none" and not c["page"]
        if not ours and comparable:
            wide = t
            if c["cache"]:  # The libraries read them as they are after widening.
                wide = dict(t, arg1=base.widen(c, t, "arg1"), arg2=base.widen(c, t, "arg2"))
            if not latent:
                runs["cudnn"] = library(c, wide, SDPBackend.CUDNN_ATTENTION)
                runs["flash"] = library(c, wide, SDPBackend.FLASH_ATTENTION)
            plain = latent_attention if latent else grouped
            if c["cache"]:
                plain = lambda q, *_: grouped(q, base.widen(c, t, "arg1"), base.widen(c, t, "arg2"))
            operands = (t["arg0"], t["arg1"], value)
            if latent:
                operands = (t["arg0"][:, 0, 0], t["arg1"][:, 0], value[:, 0])
            torch._dynamo.reset()
            compiled = torch.compile(plain, dynamic=False)
            runs["eager"] = lambda: plain(*operands)
            runs["inductor"] = lambda: compiled(*operands)
        if not ours and c["mask"] == "ragged" and not c["page"]:
            runs["flex"] = flex(c, t)
            if c["rows"] == 1:
                runs["varlen"] = varlen(c, t)
        errors, replays = {}, {}
        for variant in list(runs):
            try:
                t["result0"].fill_(float("nan"))
                result = runs[variant]()
                if variant != "read":
                    shaped = result.reshape(t["result0"].shape)
                    errors[variant] = max(base.rel(shaped[b, h], base.reference(c, t, torch.float64, b, h)[0])
                                          for b, h in base.samples(c))
                replays[variant] = captured(runs[variant])
            except Exception as e:
                print(json.dumps(dict(workload="decode", shape=kernels[0].name, variant=variant, error_text=str(e)[:140])), flush=True)
                replays.pop(variant, None)
        ms = base.interleaved(replays, 50)
        clean = base.interleaved(replays, 50, clean=True)
        for variant, x in ms.items():
            row = dict(workload="decode", shape=kernels[0].name, variant=variant, ms=round(x, 5), tbps=round(bytes_ / x / 1e9, 3),
                       tflops=round(flops / x / 1e9, 1), of_read=round(ms["read"] / x, 3), clean_ms=round(clean[variant], 5))
            if variant in errors:
                row["error"] = float(f"{errors[variant]:.3g}")
            if variant in names:
                row["shared"] = names[variant].k["dynamic_shared_memory"]
                row["kernels"] = len(names[variant].kernels)
            print(json.dumps(row), flush=True)
        wide = None
        del t, runs, replays, value
        torch.cuda.empty_cache()


def report(source, out):
    head, rows = read_times(source)
    text = [f"# Attention of few queries on {head['device']}", "",
            f"{head['date']}, torch {head['torch']}, cuDNN {head['cudnn']}. Made by `scripts/bench-decode`; every number is in",
            "[decode.jsonl](decode.jsonl). TB/s of keys and values, which is the least that has to be read: medians of 50 CUDA graph replays,",
            "all variants in turns, the L2 cache overwritten before each. `read`: a kernel that only reads them. `error`: norm of the",
            "difference from float64 over its norm, of redfuser and of cuDNN. `latent`: keys and values are one tensor, values its first",
            "512 columns, and the rows of a tile are heads. `ragged`: each batch has another number of keys, at random up to all; those that",
            "count; FlexAttention has a block mask made before, FlashAttention-2 packed keys. `e4m3`: keys and values of 8 bits, whose bytes count,",
            "with scales (`bytensor`, `byposition`) or without; Inductor and eager widen them, cuDNN and FlashAttention-2 read what was widened before. `p16`: keys and values in pages of 16 positions, in",
            "no order, which a table of each batch names. `us, clean`: microseconds where the L2 cache was overwritten and then read over, so that",
            "it has no modified lines to write back: redfuser, read, cuDNN, Inductor; and how many times Inductor's speed that is.", "",
            "| shape | redfuser | TFLOP/s | of read | read | cuDNN | x cuDNN | FlashAttention-2 | FlexAttention | Inductor | x Inductor | eager | us, clean | x Inductor | error |",
            "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"]
    cell = lambda row: f"{row['tbps']:.2f}" if row else ""
    for shape, by in rows.items():
        a = by["redfuser"]
        ratio = f"{by['cudnn']['ms'] / a['ms']:.2f}" if "cudnn" in by else ""
        errors = f"{a['error']:.1e}" + (f", {by['cudnn']['error']:.1e}" if "cudnn" in by else "")
        clean = ", ".join(f"{1000 * by[v]['clean_ms']:.1f}" if "clean_ms" in by.get(v, {}) else "-" for v in ("redfuser", "read", "cudnn", "inductor"))
        ratio_clean = f"{by['inductor']['clean_ms'] / a['clean_ms']:.2f}" if "inductor" in by else ""
        inductor = f"{by['inductor']['ms'] / a['ms']:.2f}" if "inductor" in by else ""
        text.append(f"| {shape} | {cell(a)} | {a['tflops']:.0f} | {100 * a['of_read']:.0f} % | {cell(by.get('read'))} | {cell(by.get('cudnn'))} | {ratio} | {cell(by.get('flash') or by.get('varlen'))} "
                    f"| {cell(by.get('flex'))} | {cell(by.get('inductor'))} | {inductor} | {cell(by.get('eager'))} | {clean} | {ratio_clean} | {errors} |")
    open(out, "w").write("\n".join(text) + "\n")


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--report":
        report(sys.argv[2], sys.argv[3])
    elif len(sys.argv) >= 2:
        time_all(sys.argv[1], "--ours" in sys.argv)
    else:
        sys.exit(__doc__)
