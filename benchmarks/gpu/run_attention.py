# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times compiled attention kernels and PyTorch's; one JSON object a line.

    run_attention.py DIR > attention.jsonl
    run_attention.py --report attention.jsonl OUT     OUT.md and OUT.svg

DIR as build_attention.py writes it. Variants: redfuser, cudnn (scaled dot product
attention, cuDNN back end), flash (its FlashAttention-2 back end), flex (compiled
FlexAttention, for masks and scores that cuDNN has no option for). `ms`: median of
single launches, all variants in turns, L2 overwritten before each; `clean_ms`: the
same where it is then read over, so that it has no modified line to write back;
`sustained_ms`: back to back, 100 ms. `tflops`: 4 B H Nq Nkv D operations, those that the mask
leaves. `error`: norm of the difference from float64 (float32 above 2^26 pairs)
over its norm, in the first and the last head. Heads that share keys are read
from copies by the library's kernels, in place by redfuser.
"""

import json
import statistics
import sys

from report import read_times


def time_all(folder):
    import glob
    import os
    import time

    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    import attention as base

    def library(c, t, backend):
        g = c["heads"] // c["kv_heads"]
        q = t["arg0"].reshape(c["batch"], c["heads"], c["rows"], c["depth"])
        k, v = (t[f"arg{i}"].repeat_interleave(g, 1) for i in (1, 2))

        def run():
            with sdpa_kernel(backend):
                return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=c["mask"] == "causal")
        return run

    def flex(c, t):
        q, k, v = (t[f"arg{i}"].reshape(c["batch"], c["heads"], -1, c["depth"]) for i in range(3))
        score = mask = block = None
        of_score, of_mask = base.extra(c, t)
        if c["score"] == "softcap":
            score = lambda s, b, h, i, j: 30.0 * torch.tanh(s / 30.0)
        elif c["score"] == "alibi":
            score = lambda s, b, h, i, j: s + (j - i) * 0.0625
        elif c["score"] == "slopes":
            slopes = of_score.flatten()
            score = lambda s, b, h, i, j: s + (j - i) * slopes[h]
        elif c["score"] == "decay":
            decay = of_score.reshape(c["batch"], c["heads"], -1)
            score = lambda s, b, h, i, j: s + (decay[b, h, i] - decay[b, h, j])
        batch = None
        if c["mask"] == "headbias":
            bias = of_mask.reshape(c["heads"], c["rows"], c["keys"])
            score = lambda s, b, h, i, j: s + bias[h, i, j]
        elif c["mask"] == "causal":
            mask = lambda b, h, i, j: j <= i
        elif c["mask"].startswith("window"):
            w = base.reach(c)
            mask = lambda b, h, i, j: (j <= i) & (j > i - w)
        elif c["mask"].startswith("local"):
            w = base.reach(c) // 2
            mask = lambda b, h, i, j: (j <= i + w) & (j >= i - w)
        elif c["mask"] == "lengths":
            mask, batch = lambda b, h, i, j: j < of_mask[b], c["batch"]
        elif c["mask"] == "prefix":
            mask, batch = lambda b, h, i, j: (j <= i) | (j < of_mask[b]), c["batch"]
        elif c["mask"] == "ids":
            mask, batch = lambda b, h, i, j: (j <= i) & (of_mask[b, i] == of_mask[b, j]), c["batch"]
        elif c["mask"] == "groups":
            mask, batch = lambda b, h, i, j: of_mask[b, i] == of_mask[b, j], c["batch"]
        elif c["mask"] == "times":
            mask, batch = lambda b, h, i, j: of_mask[b, i] >= of_mask[b, j], c["batch"]
        if mask:
            block = create_block_mask(mask, batch, None, c["rows"], c["keys"], device="cuda")
        # One compilation does not specialise for more than a few cases.
        torch._dynamo.reset()
        compiled_flex = torch.compile(flex_attention)
        return lambda: compiled_flex(q, k, v, score_mod=score, block_mask=block)

    def error(c, t, result):
        worst = 0.0
        ty = torch.float64 if c["rows"] * c["keys"] <= 1 << 26 else torch.float32
        shaped = result.reshape(t["result0"].shape)
        for b, h in {(0, 0), (c["batch"] - 1, c["kv_heads"] - 1)}:
            worst = max(worst, base.rel(shaped[b, h], base.reference(c, t, ty, b, h)[0]))
        return float(f"{worst:.2g}")

    print(json.dumps(dict(device=torch.cuda.get_device_name(), torch=torch.__version__, cudnn=torch.backends.cudnn.version(),
                          date=time.strftime("%Y-%m-%d"))), flush=True)
    for path in sorted(glob.glob(f"{folder}/*.cubin"), key=os.path.getmtime):
        name = os.path.basename(path)[:-6]
        kernel = base.Kernel(folder, name)
        c = kernel.case
        t = base.make(c)
        flops = 2 * base.pairs(c, t) * (c["depth"] + c["width"])
        launch = kernel.bind(t)
        runs = {"redfuser": lambda: (launch(), t["result0"])[1]}
        if c["score"] == "none" and c["mask"] in ("none", "causal"):
            runs["cudnn"] = library(c, t, SDPBackend.CUDNN_ATTENTION)
            runs["flash"] = library(c, t, SDPBackend.FLASH_ATTENTION)
        if c["score"] != "none" or c["mask"] not in ("none", "causal") or c["mask"] == "causal" and c["rows"] == 4096:
            runs["flex"] = flex(c, t)
        errors = {}
        for variant in list(runs):
            try:
                errors[variant] = error(c, t, runs[variant]())
            except Exception as e:
                print(json.dumps(dict(workload="attention", shape=name, variant=variant, error_text=str(e)[:140])), flush=True)
                del runs[variant]
        single = base.interleaved(runs, 40)
        clean = base.interleaved(runs, 40, clean=True)
        orders = {v: [] for v in runs}
        names = list(runs)
        for r in range(len(names)):
            for v in names[r:] + names[:r]:
                orders[v].append(base.sustained(runs[v], single[v], total_ms=100))
        for v, ms in single.items():
            long = statistics.median(orders[v])
            row = dict(workload="attention", shape=name, variant=v, ms=round(ms, 5), clean_ms=round(clean[v], 5), tflops=round(flops / ms / 1e9, 1),
                       sustained_ms=round(long, 5), sustained_tflops=round(flops / long / 1e9, 1), error=errors[v])
            if v == "redfuser":
                row["shared"] = kernel.k["dynamic_shared_memory"]
            print(json.dumps(row), flush=True)
        del t, runs
        torch.cuda.empty_cache()


def report(source, out):
    head, rows = read_times(source)
    text = [f"# Attention on {head['device']}", "",
            f"{head['date']}, torch {head['torch']}, cuDNN {head['cudnn']}. Made by `scripts/bench-attention`; every number is in",
            "[attention.jsonl](attention.jsonl). TFLOP/s of single launches, medians of 40, all variants in turns, the L2 cache",
            "overwritten before each; in brackets back to back. `error`: norm of the difference from float64 (float32 above 2^26 pairs)",
            "over its norm, of redfuser and of the reference. `g4`: four heads share keys; cuDNN and FlashAttention read copies of them.",
            "`window`: the last keys; `local`: those around; `slopes`: alibi with a slope of each head in memory; `decay`: c[row] - c[key] added;",
            "`lengths`: keys of each batch; `headbias`: a bias of each head, row and key; `prefix`: causal but for the first keys; `ids`: causal within",
            "one of four documents. FlexAttention has compiled block masks, made before it is timed.", "",
            "| shape | redfuser | cuDNN | x cuDNN | FlashAttention-2 | FlexAttention | x Flex | error |", "|---|---|---|---|---|---|---|---|"]

    def cell(row):
        return f"{row['tflops']:.0f} ({row['sustained_tflops']:.0f})" if row else ""

    for shape, by in rows.items():
        if "redfuser" not in by:
            continue
        ours = by["redfuser"]
        ratio = lambda v: f"{by[v]['ms'] / ours['ms']:.2f}" if v in by else ""
        other = by.get("cudnn") or by.get("flex")
        errors = f"{ours['error']:.1e}" + (f", {other['error']:.1e}" if other else "")
        text.append(f"| {shape} | {cell(ours)} | {cell(by.get('cudnn'))} | {ratio('cudnn')} | {cell(by.get('flash'))} | {cell(by.get('flex'))} | {ratio('flex')} | {errors} |")
    text += ["", "![TFLOP/s by shape](attention.svg)", ""]
    open(f"{out}.md", "w").write("\n".join(text))

    colours = {"redfuser": "#c0392b", "cudnn": "#7f8c8d", "flash": "#bdc3c7", "flex": "#2980b9"}
    shapes = [s for s in rows if "redfuser" in rows[s]]
    most = max(r["tflops"] for s in shapes for r in rows[s].values())
    step, bar, left = 62, 13, 270
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="860" height="{step * len(shapes) + 50}" font-family="sans-serif" font-size="11">']
    for i, (variant, colour) in enumerate(colours.items()):
        svg.append(f'<rect x="{left + 110 * i}" y="8" width="11" height="11" fill="{colour}"/><text x="{left + 16 + 110 * i}" y="18">{variant}</text>')
    for i, shape in enumerate(shapes):
        y = 36 + step * i
        svg.append(f'<text x="{left - 8}" y="{y + 24}" text-anchor="end">{shape}</text>')
        present = [v for v in colours if v in rows[shape]]
        for j, variant in enumerate(present):
            value = rows[shape][variant]["tflops"]
            width = 520 * value / most
            svg.append(f'<rect x="{left}" y="{y + bar * j}" width="{width:.1f}" height="{bar - 2}" fill="{colours[variant]}"/>'
                       f'<text x="{left + width + 4:.1f}" y="{y + bar * j + 10}">{value:.0f}</text>')
    svg.append("</svg>\n")
    open(f"{out}.svg", "w").write("\n".join(svg))


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--report":
        report(sys.argv[2], sys.argv[3])
    elif len(sys.argv) == 2:
        time_all(sys.argv[1])
    else:
        sys.exit(__doc__)
