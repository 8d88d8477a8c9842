# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention and its relatives as linalg programs, one op a step.

attention(Case(...)) returns the text of a module with one function @attention
of q [B,H,Nq,D], k [B,Hkv,Nkv,D], v [B,Hkv,Nkv,Dv] (and a mask or bias). With
pages, k is [B Nkv / P,P,Hkv,D], v alike, and an argument behind them [B,Nkv / P]
says which pages a batch has, as PyTorch writes it: k[table].flatten(1, 2). Keys and
values of fewer bits (`cache`) are widened as PyTorch writes it, k.to(dtype) * scale,
the scales of both being arguments behind these. Nothing here says how to fuse.
"""

from dataclasses import dataclass


# Which keys a row sees. window<N>: the last N; local<N>: those at most N / 2 away.
# Of memory: bias (B,H,Nq,Nkv) and headbias (H,Nq,Nkv) are added; keys (B,Nkv) are
# flags; lengths (B) are how many, ragged the same of any length; ids (B,Nkv) are those of documents: causal
# within one; prefix (B): causal but for that many; groups (B,Nkv): of the same
# one, in no order; times (B,Nkv): not after that of the row, in no order.
MASKS = ("none", "causal", "window", "local", "bias", "headbias", "keys", "lengths", "ragged", "ids", "prefix", "groups", "times")
# What is done to a score. alibi: a slope times the distance; slopes (H): that of
# the head; decay (B,H,N): c[row] - c[key] added.
SCORES = ("none", "softcap", "alibi", "slopes", "decay")
# What keys and values are stored as, and the op that widens one; and what has a
# scale of its own: none, the tensor, a head (Hkv), a position (B,Hkv,Nkv).
CACHES = {"e4m3": ("f8E4M3FN", "arith.extf"), "e5m2": ("f8E5M2", "arith.extf"), "i8": ("i8", "arith.sitofp")}
SCALES = ("none", "tensor", "head", "position")


@dataclass
class Case:
    batch: int = 1
    heads: int = 1
    rows: int = 128
    keys: int = 128
    depth: int = 64
    width: int = 0            # columns of v, 0: as depth
    kv_heads: int = 0         # 0: as heads
    dtype: str = "bf16"
    mask: str = "none"        # see MASKS
    score: str = "none"       # see SCORES
    lse: bool = False         # log-sum-exp as a second result
    dynamic: bool = False     # Nq and Nkv are not known
    latent: bool = False      # v is the first columns of k, no argument
    page: int = 0             # positions of a page: see attention()
    cache: str = ""           # see CACHES; as dtype
    scale: str = "none"       # see SCALES

    def __post_init__(self):
        self.width = self.width or self.depth
        self.kv_heads = self.kv_heads or self.heads

    @property
    def name(self):
        n = (f"b{self.batch}h{self.heads}q{self.rows}k{self.keys}d{self.depth}"
             f"_{self.dtype}_{self.mask}")
        if self.width != self.depth:
            n += f"_v{self.width}"
        if self.kv_heads != self.heads:
            n += f"_g{self.kv_heads}"
        if self.score != "none":
            n += "_" + self.score
        if self.latent:
            n += "_latent"
        if self.page:
            n += f"_p{self.page}"
        if self.cache:
            n += "_" + self.cache
        if self.scale != "none":
            n += "_by" + self.scale
        return n + ("_lse" if self.lse else "") + ("_dyn" if self.dynamic else "")


def attention(c):
    groups = c.heads // c.kv_heads
    nq, nk = ("?", "?") if c.dynamic else (c.rows, c.keys)
    lead = [c.batch, c.kv_heads, groups]
    # Dimensions: b, kv head, group, row, key, depth or column.
    b, h, g, q, k, d = "d0 d1 d2 d3 d4 d5".split()

    def tensor(shape, ty):
        return f"tensor<{'x'.join(map(str, [*shape, ty]))}>"

    def amap(n, *dims):
        return f"affine_map<({', '.join(f'd{i}' for i in range(n))}) -> ({', '.join(dims)})>"

    T = c.dtype
    qt, kt = tensor([c.batch, c.kv_heads, groups, nq, c.depth], T), tensor([c.batch, c.kv_heads, nk, c.depth], T)
    vt = tensor([c.batch, c.kv_heads, nk, c.width], T)
    kv = (b, h, k)
    if c.page:
        kv = (b, k, h)
        kt, vt = (tensor([c.batch, nk, c.kv_heads, x], T) for x in (c.depth, c.width))
    # Keys and values as they are stored.
    C, widen = CACHES[c.cache] if c.cache else (T, None)
    stored = lambda ty: ty.replace(f"x{T}>", f"x{C}>")
    st, sb = tensor(lead + [nq, nk], "f32"), tensor(lead + [nq, nk], T)
    rt, ot, ob = tensor(lead + [nq], "f32"), tensor(lead + [nq, c.width], "f32"), tensor(lead + [nq, c.width], T)
    par = '"parallel"'
    lines, args = [], [f"%q: {qt}", f"%k{c.cache}: {stored(kt)}"] + ([] if c.latent else [f"%v{c.cache}: {stored(vt)}"])
    sizes = {st: "(%nq, %nk)", sb: "(%nq, %nk)", rt: "(%nq)", ot: "(%nq)", ob: "(%nq)", kt: "(%nk)", vt: "(%nk)"}

    def empty(name, ty):
        dims = sizes[ty] if c.dynamic else "()"
        lines.append(f"%{name} = tensor.empty{dims} : {ty}")
        return f"%{name}"

    def generic(name, maps, its, ins, in_types, out, out_type, args_, body):
        ins_text = f"ins({', '.join(ins)} : {', '.join(in_types)}) " if ins else ""
        lines.append(f"%t_{name} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{', '.join(its)}]}} "
                     f"{ins_text}outs({out} : {out_type}) {{\n  ^bb0({args_}):\n    " + "\n    ".join(body) + f"\n  }} -> {out_type}")
        return f"%{name}"

    if c.page:
        count = nk // c.page
        pages, tt = c.batch * count, tensor([c.batch, count], "i64")
        gathered = [tensor([c.batch, count, c.page, c.kv_heads, x], C) for x in (c.depth, c.width)]
        types = [tensor([pages, c.page, c.kv_heads, x], C) for x in (c.depth, c.width)]
        args = [args[0], f"%kp: {types[0]}", f"%vp: {types[1]}", f"%table: {tt}"]
        lines += ["%first = arith.constant 0 : i64", f"%pages = arith.constant {pages} : i64"]
        for name, source, ty, five in zip("kv", types, (kt, vt), gathered):
            lines.append(f"%e{name} = tensor.empty() : {five}")
            generic("g" + name, [amap(5, "d0", "d1"), amap(5, *"d0 d1 d2 d3 d4".split())], [par] * 5, ["%table"], [tt], f"%e{name}", five,
                    f"%n: i64, %o: {C}",
                    ["%back = arith.cmpi slt, %n, %first : i64", "%more = arith.addi %n, %pages : i64",
                     "%number = arith.select %back, %more, %n : i64", "%at = arith.index_cast %number : i64 to index",
                     "%i = linalg.index 2 : index", "%j = linalg.index 3 : index", "%l = linalg.index 4 : index",
                     f"%x = tensor.extract %{name}p[%at, %i, %j, %l] : {source}", f"linalg.yield %x : {C}"])
            lines.append(f"%{name}{c.cache} = tensor.collapse_shape %t_g{name} [[0], [1, 2], [3], [4]] : {five} into {stored(ty)}")
    if c.dynamic:
        lines += ["%c2 = arith.constant 2 : index", "%c3 = arith.constant 3 : index",
                  f"%nq = tensor.dim %q, %c3 : {qt}", f"%nk = tensor.dim %k{c.cache}, %c2 : {stored(kt)}"]
    scales = {"tensor": ([], ()), "head": ([c.kv_heads], ("d1",)), "position": ([c.batch, c.kv_heads, nk], ("d0", "d1", "d2"))}
    for name, ty in (("k", kt), ("v", vt)) if c.cache else ():
        same, widened = amap(4, *"d0 d1 d2 d3".split()), f"%{name}"
        e = empty("w" + name, ty)
        if c.scale != "none":
            widened = f"%{name}w"
        lines.append(f"{widened} = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = [{', '.join([par] * 4)}]}} "
                     f"ins(%{name}{c.cache} : {stored(ty)}) outs({e} : {ty}) {{\n  ^bb0(%a: {C}, %o: {T}):\n"
                     f"    %x = {widen} %a : {C} to {T}\n    linalg.yield %x : {T}\n  }} -> {ty}")
        if c.scale == "none":
            continue
        shape, dims = scales[c.scale]
        if c.page:  # Rows before heads.
            dims = tuple({"d1": "d2", "d2": "d1"}.get(d, d) for d in dims)
        scale_type = tensor(shape, T)
        args.append(f"%{name}scale: {scale_type}")
        lines.append(f"%{name} = linalg.generic {{indexing_maps = [{same}, {amap(4, *dims)}, {same}], iterator_types = [{', '.join([par] * 4)}]}} "
                     f"ins({widened}, %{name}scale : {ty}, {scale_type}) outs({e} : {ty}) {{\n  ^bb0(%a: {T}, %y: {T}, %o: {T}):\n"
                     f"    %x = arith.mulf %a, %y : {T}\n    linalg.yield %x : {T}\n  }} -> {ty}")
    if c.latent:
        keys = "%nk" if c.dynamic else c.keys
        lines.append(f"%v = tensor.extract_slice %k[0, 0, 0, 0] [{c.batch}, {c.kv_heads}, {keys}, {c.width}] [1, 1, 1, 1] : {kt} to {vt}")
    lines += ["%zero = arith.constant 0.0 : f32", "%ninf = arith.constant 0xFF800000 : f32",
              f"%scale = arith.constant {c.depth ** -0.5:.9e} : f32"]
    e = empty("es", st)
    lines.append(f"%s0 = linalg.fill ins(%zero : f32) outs({e} : {st}) -> {st}")
    generic("s", [amap(6, b, h, g, q, d), amap(6, *kv, d), amap(6, b, h, g, q, k)], [par] * 5 + ['"reduction"'],
            ["%q", "%k"], [qt, kt], "%s0", st, f"%a: {T}, %b: {T}, %c: f32",
            [f"%x = arith.extf %a : {T} to f32", f"%y = arith.extf %b : {T} to f32", "%z = arith.mulf %x, %y : f32",
             "%w = arith.addf %c, %z : f32", "linalg.yield %w : f32"])
    # Scale, score modification, mask.
    ident5 = amap(5, b, h, g, q, k)
    ins, types, maps, bb = ["%t_s"], [st], [ident5], "%a: f32"
    body, cur = ["%x0 = arith.mulf %a, %scale : f32"], "%x0"
    used = c.score in ("alibi", "slopes") or c.mask.startswith(("causal", "window", "local", "lengths", "ragged", "ids", "prefix"))
    if used:
        body += [f"%i{n} = linalg.index {n} : index" for n in (3, 4)]
        body += ["%r = arith.index_cast %i3 : index to i64", "%p = arith.index_cast %i4 : index to i64"]

    def argument(name, shape, element, *dims):
        ty = tensor(shape, element)
        if all(name != a.split(":")[0][1:] for a in args):
            args.append(f"%{name}: {ty}")
        ins.append(f"%{name}")
        types.append(ty)
        maps.append(amap(5, *dims))
        nonlocal bb
        bb += f", %x{len(ins)}: {element}"
        return f"%x{len(ins)}"

    if c.score == "softcap":
        body += ["%cap = arith.constant 30.0 : f32", f"%t0 = arith.divf {cur}, %cap : f32", "%t1 = math.tanh %t0 : f32",
                 "%t2 = arith.mulf %t1, %cap : f32"]
        cur = "%t2"
    if c.score in ("alibi", "slopes"):
        slope = "%slope"
        if c.score == "alibi":
            body += ["%slope = arith.constant 0.0625 : f32"]
        else:
            slope = argument("slopes", [c.kv_heads, groups], "f32", h, g)
        body += ["%dist = arith.subi %p, %r : i64", "%df = arith.sitofp %dist : i64 to f32",
                 f"%bias = arith.mulf %df, {slope} : f32", f"%al = arith.addf {cur}, %bias : f32"]
        cur = "%al"
    if c.score == "decay":
        of_row = argument("decay", lead + [nq], "f32", b, h, g, q)
        of_key = argument("decay", lead + [nq], "f32", b, h, g, k)
        body += [f"%dc = arith.subf {of_row}, {of_key} : f32", f"%al = arith.addf {cur}, %dc : f32"]
        cur = "%al"
    causal = ["%c = arith.cmpi sle, %p, %r : i64"]

    def keep(condition):
        nonlocal cur
        body.append(f"%mc = arith.select {condition}, {cur}, %ninf : f32")
        cur = "%mc"

    if c.mask in ("bias", "headbias"):
        shape, dims = (lead, (b, h, g)) if c.mask == "bias" else (lead[1:], (h, g))
        add = argument("mask", shape + [nq, nk], T, *dims, q, k)
        body += [f"%bf = arith.extf {add} : {T} to f32", f"%mb = arith.addf {cur}, %bf : f32"]
        cur = "%mb"
    elif c.mask == "keys":
        keep(argument("mask", [c.batch, nk], "i1", b, k))
    elif c.mask in ("lengths", "ragged"):
        count = argument("mask", [c.batch], "i64", b)
        body += [f"%c = arith.cmpi slt, %p, {count} : i64"]
        keep("%c")
    elif c.mask == "prefix":
        count = argument("mask", [c.batch], "i64", b)
        body += causal + [f"%in = arith.cmpi slt, %p, {count} : i64", "%either = arith.ori %c, %in : i1"]
        keep("%either")
    elif c.mask == "ids":
        of_row, of_key = argument("mask", [c.batch, nk], "i32", b, q), argument("mask", [c.batch, nk], "i32", b, k)
        body += causal + [f"%same = arith.cmpi eq, {of_row}, {of_key} : i32", "%both = arith.andi %c, %same : i1"]
        keep("%both")
    elif c.mask == "causal":
        body += causal
        keep("%c")
    elif c.mask in ("groups", "times"):
        ty, predicate = ("i32", "eq") if c.mask == "groups" else ("i64", "sge")
        of_row, of_key = argument("mask", [c.batch, nk], ty, b, q), argument("mask", [c.batch, nk], ty, b, k)
        body += [f"%same = arith.cmpi {predicate}, {of_row}, {of_key} : {ty}"]
        keep("%same")
    elif c.mask.startswith("window"):
        body += causal + [f"%wn = arith.constant {int(c.mask[6:])} : i64", "%low = arith.subi %r, %wn : i64",
                          "%c2_ = arith.cmpi sgt, %p, %low : i64", "%both = arith.andi %c, %c2_ : i1"]
        keep("%both")
    elif c.mask.startswith("local"):
        body += [f"%wn = arith.constant {int(c.mask[5:]) // 2} : i64", "%low = arith.subi %r, %wn : i64", "%high = arith.addi %r, %wn : i64",
                 "%c = arith.cmpi sle, %p, %high : i64", "%c2_ = arith.cmpi sge, %p, %low : i64", "%both = arith.andi %c, %c2_ : i1"]
        keep("%both")
    elif c.mask != "none":
        raise ValueError(f"unknown mask {c.mask}")
    generic("x", maps + [ident5], [par] * 5, ins, types, "%es", st, bb + ", %o: f32", body + [f"linalg.yield {cur} : f32"])
    # Softmax.
    row = amap(5, b, h, g, q)
    er = empty("er", rt)
    red = [par] * 4 + ['"reduction"']
    lines.append(f"%m0 = linalg.fill ins(%ninf : f32) outs({er} : {rt}) -> {rt}")
    generic("m", [ident5, row], red, ["%t_x"], [st], "%m0", rt, "%a: f32, %c: f32", ["%w = arith.maximumf %a, %c : f32", "linalg.yield %w : f32"])
    generic("e", [ident5, row, ident5], [par] * 5, ["%t_x", "%t_m"], [st, rt], "%es", st, "%a: f32, %b: f32, %o: f32",
            ["%y = arith.subf %a, %b : f32", "%w = math.exp %y : f32", "linalg.yield %w : f32"])
    lines.append(f"%l0 = linalg.fill ins(%zero : f32) outs({er} : {rt}) -> {rt}")
    generic("l", [ident5, row], red, ["%t_e"], [st], "%l0", rt, "%a: f32, %c: f32", ["%w = arith.addf %a, %c : f32", "linalg.yield %w : f32"])
    eb = empty("eb", sb)
    generic("p", [ident5, row, ident5], [par] * 5, ["%t_e", "%t_l"], [st, rt], eb, sb, f"%a: f32, %b: f32, %o: {T}",
            ["%y = arith.divf %a, %b : f32", f"%w = arith.truncf %y : f32 to {T}", f"linalg.yield %w : {T}"])
    eo = empty("eo", ot)
    lines.append(f"%o0 = linalg.fill ins(%zero : f32) outs({eo} : {ot}) -> {ot}")
    generic("o", [amap(6, b, h, g, q, k), amap(6, *kv, d), amap(6, b, h, g, q, d)], [par] * 4 + ['"reduction"', par],
            ["%t_p", "%v"], [sb, vt], "%o0", ot, f"%a: {T}, %b: {T}, %c: f32",
            [f"%x = arith.extf %a : {T} to f32", f"%y = arith.extf %b : {T} to f32", "%z = arith.mulf %x, %y : f32",
             "%w = arith.addf %c, %z : f32", "linalg.yield %w : f32"])
    eq = empty("eq", ob)
    ident_o = amap(5, "d0", "d1", "d2", "d3", "d4")
    generic("r", [ident_o, ident_o], [par] * 5, ["%t_o"], [ot], eq, ob, f"%a: f32, %b: {T}", [f"%w = arith.truncf %a : f32 to {T}", f"linalg.yield %w : {T}"])
    results, types = ["%t_r"], [ob]
    if c.lse:
        one = amap(4, b, h, g, q)
        generic("lse", [one, one, one], [par] * 4, ["%t_m", "%t_l"], [rt, rt], er, rt, "%a: f32, %b: f32, %o: f32",
                ["%y = math.log %b : f32", "%w = arith.addf %a, %y : f32", "linalg.yield %w : f32"])
        results.append("%t_lse")
        types.append(rt)
    body = "\n  ".join(lines)
    return (f"func.func @attention({', '.join(args)}) -> ({', '.join(types)}) {{\n  {body}\n"
            f"  return {', '.join(results)} : {', '.join(types)}\n}}\n")


if __name__ == "__main__":
    import sys
    kv = dict(a.split("=") for a in sys.argv[1:])
    kinds = Case.__dataclass_fields__
    conv = {"int": int, "str": str, "bool": lambda s: s == "1"}
    print(attention(Case(**{x: conv[kinds[x].type if isinstance(kinds[x].type, str) else kinds[x].type.__name__](y) for x, y in kv.items()})))
