"""Row cascades as linalg programs, the way front ends write them.

Each program takes x (rows x length, bf16) and computes in f32. Nothing here says
how to fuse: every reduction and every elementwise step is an op of its own.
"""


class Builder:
    def __init__(self, rows, length, dtype="bf16"):
        self.rows, self.length, self.dtype = rows, length, dtype
        self.lines, self.count = [], 0
        self.full = f"tensor<{rows}x{length}xf32>"
        self.row = f"tensor<{rows}xf32>"

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def type(self, kind, dtype):
        sizes = {"full": f"{self.rows}x{self.length}", "row": f"{self.rows}", "axis": f"{self.length}"}
        return f"tensor<{sizes.get(kind, kind)}x{dtype}>"

    def generic(self, inputs, out_kind, out_dtype, body, reduce_init=None):
        """inputs: (value, kind, dtype); body uses %a0, %a1 ... and %acc."""
        maps = {"full": "#full", "row": "#row", "axis": "#axis"}
        rank1 = out_kind == "row" and all(k == "row" for _, k, _ in inputs)
        if rank1:
            maps = {"row": "#one"}
        out_type = self.type(out_kind, out_dtype)
        empty, result = self.name(), self.name()
        self.lines.append(f"{empty} = tensor.empty() : {out_type}")
        out = empty
        if reduce_init is not None:
            cst, out = self.name(), self.name()
            self.lines.append(f"{cst} = arith.constant {reduce_init} : {out_dtype}")
            self.lines.append(f"{out} = linalg.fill ins({cst} : {out_dtype}) outs({empty} : {out_type}) -> {out_type}")
        its = '["parallel"]' if rank1 else ('["parallel", "reduction"]' if reduce_init is not None else '["parallel", "parallel"]')
        ins = ", ".join(v for v, _, _ in inputs)
        types = ", ".join(self.type(k, d) for _, k, d in inputs)
        m = ", ".join([maps[k] for _, k, _ in inputs] + [maps[out_kind]])
        args = ", ".join([f"%a{i}: {d}" for i, (_, _, d) in enumerate(inputs)] + [f"%acc: {out_dtype}"])
        text = "\n      ".join(body.strip().split("\n"))
        self.lines.append(
            f"{result} = linalg.generic {{indexing_maps = [{m}], iterator_types = {its}}} "
            f"ins({ins} : {types}) outs({out} : {out_type}) {{\n    ^bb0({args}):\n      {text}\n    }} -> {out_type}")
        return (result, out_kind, out_dtype)

    def function(self, name, args, results):
        sig = ", ".join(f"{v}: {self.type(k, d)}" for v, k, d in args)
        types = ", ".join(self.type(k, d) for _, k, d in results)
        values = ", ".join(v for v, _, _ in results)
        body = "\n    ".join(self.lines)
        return ("#full = affine_map<(d0, d1) -> (d0, d1)>\n#row = affine_map<(d0, d1) -> (d0)>\n"
                "#axis = affine_map<(d0, d1) -> (d1)>\n#one = affine_map<(d0) -> (d0)>\n"
                f"func.func @{name}({sig}) -> ({types}) {{\n    {body}\n    return {values} : {types}\n}}\n")

    def argmax(self, x):
        """The largest value of each row and its position, the first of equal ones, as torch-mlir writes it."""
        f, i, full = self.type("row", "f32"), self.type("row", "i64"), self.type("full", "f32")
        e, c, m, ei, ci, mi, r = (self.name() for _ in range(7))
        self.lines.append(
            f"{e} = tensor.empty() : {f}\n    {c} = arith.constant 0xFF800000 : f32\n"
            f"    {m} = linalg.fill ins({c} : f32) outs({e} : {f}) -> {f}\n"
            f"    {ei} = tensor.empty() : {i}\n    {ci} = arith.constant 0 : i64\n"
            f"    {mi} = linalg.fill ins({ci} : i64) outs({ei} : {i}) -> {i}\n"
            f'    {r}:2 = linalg.generic {{indexing_maps = [#full, #row, #row], iterator_types = ["parallel", "reduction"]}} '
            f"ins({x[0]} : {full}) outs({m}, {mi} : {f}, {i}) {{\n    ^bb0(%a0: f32, %m: f32, %p: i64):\n"
            "      %i = linalg.index 1 : index\n      %j = arith.index_cast %i : index to i64\n"
            "      %0 = arith.maximumf %a0, %m : f32\n      %1 = arith.cmpf ogt, %a0, %m : f32\n"
            f"      %2 = arith.select %1, %j, %p : i64\n      linalg.yield %0, %2 : f32, i64\n    }} -> ({f}, {i})")
        return (f"{r}#0", "row", "f32"), (f"{r}#1", "row", "i64")

    def best(self, x, k):
        """The k largest values of each row and their positions, as a loop over argmax writes them."""
        values, positions = [], []
        for rank in range(k):
            if rank:
                x = self.generic([x, positions[-1]], "full", "f32",
                                 "%i = linalg.index 1 : index\n%j = arith.index_cast %i : index to i64\n%hit = arith.cmpi eq, %j, %a1 : i64\n"
                                 "%n = arith.constant 0xFF800000 : f32\n%0 = arith.select %hit, %n, %a0 : f32\nlinalg.yield %0 : f32")
            value, position = self.argmax(x)
            values.append(value)
            positions.append(position)
        return values, positions

    def table(self, columns):
        """Values of rows side by side, rows x columns, as torch.cat of them becomes."""
        dtype, k = columns[0][2], len(columns)
        one, many = f"tensor<{self.rows}x1x{dtype}>", f"tensor<{self.rows}x{k}x{dtype}>"
        names = []
        for value, kind, _ in columns:
            names.append(self.name())
            self.lines.append(f"{names[-1]} = tensor.expand_shape {value} [[0, 1]] output_shape [{self.rows}, 1] : {self.type(kind, dtype)} into {one}")
        result = self.name()
        self.lines.append(f"{result} = tensor.concat dim(1) {', '.join(names)} : ({', '.join([one] * k)}) -> {many}")
        return (result, f"{self.rows}x{k}", dtype)

    # Steps that several cascades share.
    def widen(self, x):
        if x[2] == "f32":
            return x
        return self.generic([x], "full", "f32", f"%0 = arith.extf %a0 : {x[2]} to f32\nlinalg.yield %0 : f32")

    def narrow(self, y):
        if self.dtype == "f32":
            return y
        return self.generic([y], "full", self.dtype, f"%0 = arith.truncf %a0 : f32 to {self.dtype}\nlinalg.yield %0 : {self.dtype}")

    def quantise(self, y):
        return self.generic([y], "full", "f8E4M3FN", "%0 = arith.truncf %a0 : f32 to f8E4M3FN\nlinalg.yield %0 : f8E4M3FN")

    def reduce(self, x, op, init):
        return self.generic([x], "row", "f32", f"%0 = arith.{op} %a0, %acc : f32\nlinalg.yield %0 : f32", init)

    def map2(self, x, y, op):
        return self.generic([x, y], "full", "f32", f"%0 = arith.{op} %a0, %a1 : f32\nlinalg.yield %0 : f32")

    def exps(self, x):
        m = self.reduce(x, "maximumf", "0xFF800000")
        d = self.map2(x, m, "subf")
        e = self.generic([d], "full", "f32", "%0 = math.exp %a0 : f32\nlinalg.yield %0 : f32")
        s = self.reduce(e, "addf", "0.0")
        return m, d, e, s

    def mean(self, x):
        s = self.reduce(x, "addf", "0.0")
        return self.generic([s], "row", "f32", f"%c = arith.constant {float(self.length)} : f32\n%0 = arith.divf %a0, %c : f32\nlinalg.yield %0 : f32")

    def centred(self, x):
        mu = self.mean(x)
        d = self.map2(x, mu, "subf")
        q = self.generic([d], "full", "f32", "%0 = arith.mulf %a0, %a0 : f32\nlinalg.yield %0 : f32")
        return mu, d, self.reduce(q, "addf", "0.0")


def softmax(b):
    x = ("%x", "full", b.dtype)
    _, _, e, s = b.exps(b.widen(x))
    return [x], [b.narrow(b.map2(e, s, "divf"))]


def logsumexp(b):
    x = ("%x", "full", b.dtype)
    m, _, _, s = b.exps(b.widen(x))
    r = b.generic([m, s], "row", "f32", "%0 = math.log %a1 : f32\n%1 = arith.addf %0, %a0 : f32\nlinalg.yield %1 : f32")
    return [x], [r]


def cross_entropy(b):
    x, label = ("%x", "full", b.dtype), ("%label", "row", "i64")
    w = b.widen(x)
    m, _, _, s = b.exps(w)
    t = b.generic([w, label], "row", "f32",
                  "%i = linalg.index 1 : index\n%j = arith.index_cast %i : index to i64\n%hit = arith.cmpi eq, %j, %a1 : i64\n"
                  "%z = arith.constant 0.0 : f32\n%0 = arith.select %hit, %a0, %z : f32\n%1 = arith.addf %0, %acc : f32\nlinalg.yield %1 : f32", "0.0")
    r = b.generic([m, s, t], "row", "f32", "%0 = math.log %a1 : f32\n%1 = arith.subf %a2, %a0 : f32\n%2 = arith.subf %0, %1 : f32\nlinalg.yield %2 : f32")
    return [x, label], [r]


def variance(b):
    x = ("%x", "full", b.dtype)
    _, _, q = b.centred(b.widen(x))
    r = b.generic([q], "row", "f32", f"%c = arith.constant {float(b.length - 1)} : f32\n%0 = arith.divf %a0, %c : f32\nlinalg.yield %0 : f32")
    return [x], [r]


def layernorm(b):
    x, g, h = ("%x", "full", b.dtype), ("%gain", "axis", b.dtype), ("%bias", "axis", b.dtype)
    _, d, q = b.centred(b.widen(x))
    r = b.generic([q], "row", "f32", f"%c = arith.constant {float(b.length)} : f32\n%e = arith.constant 1.0e-05 : f32\n"
                  "%0 = arith.divf %a0, %c : f32\n%1 = arith.addf %0, %e : f32\n%2 = math.rsqrt %1 : f32\nlinalg.yield %2 : f32")
    y = b.generic([d, r, g, h], "full", b.dtype,
                  f"%0 = arith.mulf %a0, %a1 : f32\n%1 = arith.extf %a2 : {b.dtype} to f32\n%2 = arith.mulf %0, %1 : f32\n"
                  f"%3 = arith.extf %a3 : {b.dtype} to f32\n%4 = arith.addf %2, %3 : f32\n%5 = arith.truncf %4 : f32 to {b.dtype}\nlinalg.yield %5 : {b.dtype}")
    return [x, g, h], [y]


def rmsnorm(b):
    x, g = ("%x", "full", b.dtype), ("%gain", "axis", b.dtype)
    w = b.widen(x)
    q = b.generic([w], "full", "f32", "%0 = arith.mulf %a0, %a0 : f32\nlinalg.yield %0 : f32")
    s = b.reduce(q, "addf", "0.0")
    r = b.generic([s], "row", "f32", f"%c = arith.constant {float(b.length)} : f32\n%e = arith.constant 1.1920929e-07 : f32\n"
                  "%0 = arith.divf %a0, %c : f32\n%1 = arith.addf %0, %e : f32\n%2 = math.rsqrt %1 : f32\nlinalg.yield %2 : f32")
    y = b.generic([w, r, g], "full", b.dtype,
                  f"%0 = arith.mulf %a0, %a1 : f32\n%1 = arith.extf %a2 : {b.dtype} to f32\n%2 = arith.mulf %0, %1 : f32\n"
                  f"%3 = arith.truncf %2 : f32 to {b.dtype}\nlinalg.yield %3 : {b.dtype}")
    return [x, g], [y]


def entropy(b):
    x = ("%x", "full", b.dtype)
    _, _, e, s = b.exps(b.widen(x))
    p = b.map2(e, s, "divf")
    t = b.generic([p], "row", "f32", "%l = math.log %a0 : f32\n%0 = arith.mulf %a0, %l : f32\n%1 = arith.subf %acc, %0 : f32\nlinalg.yield %1 : f32", "0.0")
    return [x], [t]


def absmax(b):
    """The largest magnitude of a row, and the row scaled by it in fp8."""
    x = ("%x", "full", b.dtype)
    w = b.widen(x)
    a = b.generic([w], "full", "f32", "%0 = math.absf %a0 : f32\nlinalg.yield %0 : f32")
    m = b.reduce(a, "maximumf", "0xFF800000")
    s = b.generic([m], "row", "f32", "%c = arith.constant 448.0 : f32\n%0 = arith.divf %a0, %c : f32\nlinalg.yield %0 : f32")
    return [x], [b.quantise(b.map2(w, s, "divf")), s]


def router(k):
    def build(b):
        """Softmax over experts, the k largest with their positions, weights that sum to one."""
        x = ("%x", "full", b.dtype)
        _, _, e, s = b.exps(b.widen(x))
        y = b.map2(e, s, "divf")
        values, positions = b.best(y, k)
        total = values[0]
        for value in values[1:]:
            total = b.generic([total, value], "row", "f32", "%0 = arith.addf %a0, %a1 : f32\nlinalg.yield %0 : f32")
        weights = [b.generic([v, total], "row", "f32", "%0 = arith.divf %a0, %a1 : f32\nlinalg.yield %0 : f32") for v in values]
        return [x], [b.table(weights), b.table(positions)]
    return build


PROGRAMS = dict(softmax=softmax, logsumexp=logsumexp, cross_entropy=cross_entropy, variance=variance,
                layernorm=layernorm, rmsnorm=rmsnorm, entropy=entropy, absmax=absmax, router_top2=router(2), router_top6=router(6), router_top8=router(8))


def shape_name(entry):
    """What reports call a kernel of build_kernels.py's index."""
    return f"{entry['workload']} {entry['rows']}x{entry['length']}" + ("" if entry["dtype"] == "bf16" else f" {entry['dtype']}")


READS_ONLY = {"logsumexp", "cross_entropy", "variance", "entropy"}
WRITES_BYTES = {"absmax"}


def program(name, rows, length, dtype="bf16"):
    b = Builder(rows, length, dtype)
    args, results = PROGRAMS[name](b)
    return b.function(name, args, results)
