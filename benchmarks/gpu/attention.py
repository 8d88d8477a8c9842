# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks and times compiled attention kernels next to PyTorch's.

    attention.py DIR check            errors against float64, outputs poisoned
    attention.py DIR time [--back]    single launches in turns, L2 flushed, and
                                      with --back back to back
DIR has NAME.cubin, NAME.json (the manifest) and NAME.case.json for each kernel,
as build_attention.py writes them. Launches through the driver API alone: the
manifest says what each parameter is.
"""

import ctypes
import glob
import json
import os
import random
import statistics
import sys

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

import driver
from driver import check as ok, cuda as cu

DTYPES = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32, "i32": torch.int32, "i8": torch.int8,
          "f8E4M3FN": torch.float8_e4m3fn, "f8E5M2": torch.float8_e5m2}
MAP_TYPES = {"f16": 6, "f32": 7, "bf16": 9, "f8E4M3FN": 0, "f8E5M2": 0, "i8": 0}
# What keys and values are stored as: a type, and a NaN.
CACHES = {"e4m3": (torch.float8_e4m3fn, 0x7F), "e5m2": (torch.float8_e5m2, 0x7E), "i8": (torch.int8, None)}


def ceildiv(a, b):
    return -(-a // b)


class Kernel:
    """The kernels of a manifest in order, bound to tensors by name (arg0, result0)."""

    def __init__(self, folder, name):
        self.name = name
        self.case = json.load(open(f"{folder}/{name}.case.json"))
        manifest = json.load(open(f"{folder}/{name}.json"))
        self.mod = ctypes.c_void_p()
        ok(cu.cuModuleLoadData(ctypes.byref(self.mod), open(f"{folder}/{name}.cubin", "rb").read()), "load " + name)
        self.kernels = manifest["kernels"]
        self.temporaries = manifest.get("temporaries", [])
        self.k = self.kernels[0]
        self.functions = []
        for k in self.kernels:
            fn = ctypes.c_void_p()
            ok(cu.cuModuleGetFunction(ctypes.byref(fn), self.mod, k["name"].encode()), "function")
            ok(cu.cuFuncSetAttribute(fn, 8, k["dynamic_shared_memory"]), "shared memory")
            self.functions.append(fn)

    def bind(self, tensors):
        """A function that launches all kernels. Temporaries start as NaN, or zero where kernels leave them so."""
        def value(x):
            if isinstance(x, int):
                return x
            names = {n: n for n in tensors}
            return int(eval(x, {"ceildiv": ceildiv, "floordiv": lambda a, b: a // b, "mod": lambda a, b: a % b, "min": min, "max": max,
                                "dim": lambda t, i: tensors[t].shape[i], **names}))
        tensors = dict(tensors)
        for i, t in enumerate(self.temporaries):
            # All bits: a NaN of any float.
            fill = torch.zeros if t.get("zeroed") else lambda *size, **options: torch.zeros(*size, **options).bitwise_not_()
            ty = DTYPES[t["element"]]
            shape = [value(x) for x in t["shape"]]
            tensors[f"temporary{i}"] = fill([*shape[:-1], shape[-1] * ty.itemsize], device="cuda", dtype=torch.uint8).view(ty)
        launches = [self.bind_one(k, fn, tensors, value) for k, fn in zip(self.kernels, self.functions)]
        if len(launches) == 1:
            return launches[0]

        def launch():
            for one in launches:
                one()
        return launch

    def bind_one(self, k, fn, tensors, value):
        keep, pointers = [], []

        def add(c):
            keep.append(c)
            pointers.append(ctypes.addressof(c))

        for a in k["arguments"]:
            if "tensor_map" in a:
                m = a["tensor_map"]
                t = tensors[a["value"]]
                buf = ctypes.create_string_buffer(256)
                keep.append(buf)
                addr = (ctypes.addressof(buf) + 63) & ~63
                n = len(m["sizes"])
                u64, u32 = ctypes.c_uint64, ctypes.c_uint32
                ok(cu.cuTensorMapEncodeTiled(
                    ctypes.c_void_p(addr), MAP_TYPES[m["element"]], n, ctypes.c_void_p(t.data_ptr() + m.get("offset", 0)),
                    (u64 * n)(*map(value, m["sizes"])), (u64 * n)(*map(value, m["strides"])),
                    (u32 * n)(*map(value, m["box"])), (u32 * n)(*([1] * n)),
                    0, {"none": 0, "swizzle_32b": 1, "swizzle_64b": 2, "swizzle_128b": 3}[m["swizzle"]],
                    {"none": 0, "l2promo_64b": 1, "l2promo_128b": 2, "l2promo_256b": 3}[m["l2_promotion"]],
                    {"zero": 0, "nan": 1}[m["out_of_bounds"]]), "cuTensorMapEncodeTiled")
                pointers.append(addr)
            elif a["type"].startswith("memref"):
                t = tensors[a["value"]]
                add(ctypes.c_void_p(t.data_ptr()))
                add(ctypes.c_void_p(t.data_ptr()))
                for x in [0, *t.shape, *t.stride()]:
                    add(ctypes.c_int64(x))
            else:
                add(ctypes.c_int64(value(a["value"])))
        args = (ctypes.c_void_p * len(pointers))(*pointers)
        grid, block, cluster = ([value(x) for x in k[field]] for field in ("grid", "block", "cluster"))
        config = driver.configure(grid, block, cluster, k["dynamic_shared_memory"])

        def launch(keep=(keep, tensors)):
            driver.launch(fn, config, args)
        return launch


def store(c, x):
    """Keys or values as the cache has them: near x, or with scales a multiple."""
    ty = CACHES[c["cache"]][0]
    if ty.is_floating_point:
        return x.to(ty)
    return (x * (2 if c["scale"] == "none" else 40)).round().clamp(-127, 127).to(ty)


def make_scale(c, ty):
    shape = {"tensor": [], "head": [c["kv_heads"]], "position": [c["batch"], c["kv_heads"], c["keys"]]}[c["scale"]]
    x = torch.rand(shape, device="cuda") + 0.5
    return (x / 40 if c["cache"] == "i8" else x).to(ty)


def widen(c, t, name):
    """Keys or values as the program computes them."""
    x = t[name].to(DTYPES[c["dtype"]])
    if c["scale"] == "none":
        return x
    scale = t["arg%d" % (3 + (c["page"] > 0) + (name == "arg2"))]
    return x * (scale[:, None, None] if c["scale"] == "head" else scale[..., None] if c["scale"] == "position" else scale)


def make(c, hard=False):
    ty = DTYPES[c["dtype"]]
    g = c["heads"] // c["kv_heads"]
    r = lambda *s: torch.randn(*s, device="cuda", dtype=ty)
    q, k = r(c["batch"], c["kv_heads"], g, c["rows"], c["depth"]), r(c["batch"], c["kv_heads"], c["keys"], c["depth"])
    v = r(c["batch"], c["kv_heads"], c["keys"], c["width"])
    if hard:  # large scores whose row maximum moves a lot, both ways
        q *= 4
        ramp = torch.linspace(0, 3, c["keys"], device="cuda", dtype=ty)[:, None]
        k[:, ::2] *= ramp
        k[:, 1::2] *= ramp.flip(0)
    t = {"arg0": q, "arg1": k}
    if not c["latent"]:
        t["arg2"] = v
    heads = (c["kv_heads"], g)

    def add(x):
        t[f"arg{len(t)}"] = x

    if c["page"]:
        count = c["keys"] // c["page"]
        for name in ("arg1", "arg2"):
            t[name] = t[name].transpose(1, 2).reshape(c["batch"] * count, c["page"], c["kv_heads"], -1)
        add(torch.randperm(c["batch"] * count, device="cuda").reshape(c["batch"], count))
    if c["cache"]:
        for name in {"arg1", "arg2"} & t.keys():
            t[name] = store(c, t[name])
        if c["scale"] != "none":
            add(make_scale(c, ty))
            add(make_scale(c, ty))

    if c["score"] == "slopes":
        add((2.0 ** (-8 * torch.arange(1, c["heads"] + 1, device="cuda") / c["heads"])).reshape(heads))
    if c["score"] == "decay":
        add(-torch.rand(c["batch"], *heads, c["rows"], device="cuda").mul_(0.05).cumsum(-1))
    if c["mask"] == "bias":
        add(r(c["batch"], *heads, c["rows"], c["keys"]))
    if c["mask"] == "headbias":
        add(r(*heads, c["rows"], c["keys"]))
    if c["mask"] == "keys":
        add(torch.rand(c["batch"], c["keys"], device="cuda") > 0.3)
    if c["mask"] in ("lengths", "prefix"):
        most = c["keys"] if c["mask"] == "lengths" else c["keys"] // 2
        add(torch.linspace(most // 2, most, c["batch"], device="cuda").round().to(torch.int64))
    if c["mask"] == "ragged":
        generator = torch.Generator(device="cuda").manual_seed(c["batch"])
        add(torch.randint(1, c["keys"] + 1, (c["batch"],), device="cuda", generator=generator))
        if c["page"]:  # Pages behind the last key: none.
            behind = torch.arange(count, device="cuda") * c["page"] >= t[f"arg{len(t) - 1}"][:, None]
            t["arg3"] = t["arg3"].masked_fill(behind, -1)
    if c["mask"] == "ids":  # four documents of different lengths
        ends = torch.tensor([0.15, 0.4, 0.8], device="cuda") * c["keys"]
        add((torch.arange(c["keys"], device="cuda")[None, :, None] >= ends).sum(-1).to(torch.int32).expand(c["batch"], -1).contiguous())
    if c["mask"] == "groups":  # runs of 100 positions, most of one of three groups, in no order
        runs = torch.randint(0, 3, (c["batch"], ceildiv(c["keys"], 100)), device="cuda", dtype=torch.int32)
        x = runs.repeat_interleave(100, 1)[:, :c["keys"]].contiguous()
        x[:, :c["keys"] // 2:97] = 7
        add(x)
    if c["mask"] == "times":  # far beyond 32 bits, some of them
        x = torch.randint(0, 40, (c["batch"], c["keys"]), device="cuda", dtype=torch.int64)
        x += torch.arange(c["keys"], device="cuda") // 128 * 37 % 11 * 30
        x[:, 1::501] = -(1 << 62)
        x[:, 2::997] = 1 << 62
        add(x)
    t["result0"] = torch.full((c["batch"], c["kv_heads"], g, c["rows"], c["width"]), float("nan"), device="cuda", dtype=ty)
    if c["lse"]:
        t["result1"] = torch.full((c["batch"], c["kv_heads"], g, c["rows"]), float("nan"), device="cuda")
    return t


def extra(c, t):
    """The tensors behind q, k and v: of the score, of the mask."""
    rest = [t[n] for n in t if n.startswith("arg")][2 if c["latent"] else 3 + (c["page"] > 0) + 2 * (c["scale"] != "none"):]
    score = rest.pop(0) if c["score"] in ("slopes", "decay") else None
    return score, rest[0] if rest else None


def reach(c):
    """N of window<N> and local<N>."""
    return int("".join(x for x in c["mask"] if x.isdigit()))


def get_head(c, t, name, b, h):
    """Keys or values of a batch and a head, widened."""
    x = t[name]
    if c["page"]:  # Not all versions index tensors of 8-bit floats.
        bytes_ = x.view(torch.uint8) if c["cache"] else x
        x = bytes_[t["arg3"][b]].flatten(0, 1)[:, h].view(x.dtype)
    else:
        x = x[b, h]
    if not c["cache"]:
        return x
    x = x.to(DTYPES[c["dtype"]])
    if c["scale"] == "none":
        return x
    scale = t["arg%d" % (3 + (c["page"] > 0) + (name == "arg2"))]
    if c["scale"] == "head":
        scale = scale[h]
    if c["scale"] == "position":
        scale = scale[b, h, :, None]
    return x * scale


def reference(c, t, ty, b, h):
    q, k = t["arg0"][b, h].to(ty), get_head(c, t, "arg1", b, h).to(ty)
    v = k[:, :c["width"]] if c["latent"] else get_head(c, t, "arg2", b, h).to(ty)
    of_score, mask = extra(c, t)
    s = q @ k.transpose(-1, -2) * (c["depth"] ** -0.5)
    rows, keys = torch.arange(c["rows"], device="cuda")[:, None], torch.arange(c["keys"], device="cuda")[None, :]
    hide = lambda where: s.masked_fill(where, float("-inf"))
    if c["score"] == "softcap":
        s = 30.0 * torch.tanh(s / 30.0)
    if c["score"] == "alibi":
        s = s + (keys - rows) * 0.0625
    if c["score"] == "slopes":
        s = s + (keys - rows) * of_score[h].to(ty)[:, None, None]
    if c["score"] == "decay":
        x = of_score[b, h].to(ty)
        s = s + (x[:, :, None] - x[:, None, :])
    if c["mask"] == "bias":
        s = s + mask[b, h].to(ty)
    elif c["mask"] == "headbias":
        s = s + mask[h].to(ty)
    elif c["mask"] == "keys":
        s = hide(~mask[b][None, None, :])
    elif c["mask"] in ("lengths", "ragged"):
        s = hide(keys >= mask[b])
    elif c["mask"] == "prefix":
        s = hide((keys > rows) & (keys >= mask[b]))
    elif c["mask"] == "ids":
        s = hide((keys > rows) | (mask[b][:, None] != mask[b][None, :]))
    elif c["mask"] == "groups":
        s = hide(mask[b][:, None] != mask[b][None, :])
    elif c["mask"] == "times":
        s = hide(mask[b][:, None] < mask[b][None, :])
    elif c["mask"] == "causal":
        s = hide(keys > rows)
    elif c["mask"].startswith("window"):
        s = hide((keys > rows) | (keys <= rows - reach(c)))
    elif c["mask"].startswith("local"):
        s = hide((keys - rows).abs() > reach(c) // 2)
    return s.softmax(-1) @ v, torch.logsumexp(s, -1)


def pairs(c, t):
    """Of rows and keys, those that the mask leaves, in all batches and heads."""
    rows, keys = c["rows"], c["keys"]
    every = c["batch"] * c["heads"]
    if c["mask"] in ("lengths", "ragged"):
        return rows * extra(c, t)[1].sum().item() * c["heads"]
    if c["mask"] == "prefix":
        n = extra(c, t)[1].double()
        return c["heads"] * (n * n / 2 + rows * keys / 2).sum().item()
    if c["mask"] == "ids":
        counts = torch.stack([torch.bincount(x, minlength=4) for x in extra(c, t)[1]]).double()
        return c["heads"] * (counts * counts / 2).sum().item()
    if c["mask"] in ("groups", "times"):
        x = extra(c, t)[1]
        related = x[:, :, None] == x[:, None, :] if c["mask"] == "groups" else x[:, :, None] >= x[:, None, :]
        return c["heads"] * related.double().sum().item()
    if c["mask"] == "causal":
        return every * rows * keys / 2
    if c["mask"].startswith(("window", "local")):
        return every * rows * min(keys, reach(c))
    return every * rows * keys


def samples(c):
    """Batches and heads that are compared with a reference: the first, the last, and two others."""
    every = [(b, h) for b in range(c["batch"]) for h in range(c["kv_heads"])]
    chosen = {every[0], every[-1]}
    if c["mask"] == "ragged":
        chosen |= {(b, b % c["kv_heads"]) for b in range(min(c["batch"], 40))}
    others = [x for x in every if x not in chosen]
    # The same ones in each run.
    chosen.update(random.Random(0).sample(others, min(2, len(others))))
    return sorted(chosen)


def rel(a, b):
    return ((a.to(b.dtype) - b).norm() / b.norm()).item()


def sdpa(c, t):
    q = t["arg0"].reshape(c["batch"], c["heads"], c["rows"], c["depth"])

    def fn():
        with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
            return F.scaled_dot_product_attention(q, t["arg1"], t["arg2"], is_causal=c["mask"] == "causal",
                                                  enable_gqa=c["heads"] != c["kv_heads"])
    return fn


def passes_nan(c, t, fn):
    """True if a NaN among the values is one in all results of its column, and nowhere else."""
    nan = CACHES[c["cache"]][1]
    if nan is None or c["page"] or c["mask"] != "none":
        return True
    before = t["result0"].clone()
    t["arg2"].view(torch.uint8)[-1, -1, c["keys"] // 2, 1] = nan
    fn()
    torch.cuda.synchronize()
    expected = torch.zeros_like(before, dtype=torch.bool)
    expected[-1, -1, ..., 1] = True
    after = t["result0"]
    return torch.equal(after.isnan(), expected) and torch.equal(after[~expected], before[~expected])


def check(kernels):
    bad = 0
    for k in kernels:
        c = k.case
        errs = []
        for hard in (False, True):
            t = make(c, hard)
            fn = k.bind(t)
            first = None
            for _ in range(3):
                for n in t:
                    if n.startswith("result"):
                        t[n].fill_(float("nan"))
                fn()
                torch.cuda.synchronize()
                if first is None:
                    first = t["result0"].clone()
            same = torch.equal(first.nan_to_num(), t["result0"].nan_to_num())
            e = l = 0.0
            ty = torch.float64 if c["rows"] * c["keys"] <= 1 << 22 else torch.float32
            for b, h in samples(c):
                ref, lse = reference(c, t, ty, b, h)
                e = max(e, rel(t["result0"][b, h], ref))
                if c["lse"]:
                    l = max(l, (t["result1"][b, h].to(ty) - lse).abs().max().item())
            if t["result0"].isnan().any():
                e = float("nan")
            if c["cache"] and not passes_nan(c, t, fn):
                e = float("nan")
            good = e < 1e-2 and l < 1e-3 and same
            bad += not good
            errs.append(f"{e:.2e}" + (f" lse {l:.1e}" if c["lse"] else "") + ("" if same else " DIFFERS") + ("" if good else " WRONG"))
        print(f"  {k.name}: {' | hard '.join(errs)}", flush=True)
    print("wrong:", bad, flush=True)
    return bad


def interleaved(fns, reps, clean=False):
    """Median ms of each, in turns, the L2 cache overwritten before; if clean, another buffer is read after that, so that no line is modified."""
    ev = {s: [] for s in fns}
    for i in range(reps + 2):
        for s, fn in fns.items():
            driver.make_cold(clean)
            a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            a.record(); fn(); b.record()
            if i >= 2:
                ev[s].append((a, b))
        if i % 8 == 0:
            torch.cuda.synchronize()
    torch.cuda.synchronize()
    return {s: statistics.median(a.elapsed_time(b) for a, b in x) for s, x in ev.items()}


def sustained(fn, ms_one, total_ms=200):
    n = max(10, int(total_ms / ms_one))
    a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    a.record()
    for _ in range(n):
        fn()
    b.record()
    torch.cuda.synchronize()
    return a.elapsed_time(b) / n


def same_case(c):
    return tuple(c[x] for x in ("latent", "page", "cache", "scale", "batch", "heads", "kv_heads", "rows", "keys", "depth", "width", "dtype", "mask", "score", "lse"))


def measure(kernels, back):
    print(f"torch {torch.__version__}, cuDNN {torch.backends.cudnn.version()}, {torch.cuda.get_device_name()}", flush=True)
    groups = {}
    for k in kernels:
        groups.setdefault(same_case(k.case), []).append(k)
    for ks in groups.values():
        c = ks[0].case
        t = make(c)
        flops = 2 * pairs(c, t) * (c["depth"] + c["width"])
        fns = {k.name: k.bind(t) for k in ks}
        comparable = c["mask"] in ("none", "causal") and c["score"] == "none" and not c["latent"] and not c["page"] and not c["cache"]
        if comparable:
            fns["cuDNN"] = sdpa(c, t)
        ms = interleaved(fns, 24)
        text = {n: f"{x:8.4f} ms {flops / x / 1e9:6.1f} TF" for n, x in ms.items()}
        if back:
            names, runs = list(fns), {n: [] for n in fns}
            for r in range(len(names)):
                for n in names[r:] + names[:r]:
                    runs[n].append(sustained(fns[n], ms[n]))
            long = {n: statistics.median(x) for n, x in runs.items()}
            for n in fns:
                text[n] += f" | back to back {flops / long[n] / 1e9:6.1f} TF"
                if comparable:
                    text[n] += f" {long['cuDNN'] / long[n]:5.3f}x"
        for n in fns:
            r = f" {ms['cuDNN'] / ms[n]:5.3f}x cuDNN" if comparable else ""
            print(f"  {n:52s} {text[n]}{r}", flush=True)


if __name__ == "__main__":
    folder, mode = sys.argv[1], sys.argv[2]
    names = sorted(os.path.basename(p)[:-6] for p in glob.glob(f"{folder}/*.cubin"))
    kernels = []
    for n in names:
        try:
            kernels.append(Kernel(folder, n))
        except Exception as e:
            print(f"  {n}: {e}")
    if mode == "check":
        sys.exit(check(kernels) > 0)
    measure(kernels, "--back" in sys.argv)
