"""Times compiled row cascades and what a PyTorch user would run instead.

    run_kernels.py FOLDER [--references | --read] > rows.jsonl

One JSON object a line, in the units of the bytes that the workload needs at
least. Events around replays of a CUDA graph, L2 flushed in between, medians of
at least 50; inputs are fresh random numbers; results are checked against float64
after the output has been poisoned.
"""
import ctypes, json, math, pathlib, sys, time

import torch, torch.nn.functional as F

import driver
from driver import check, cuda
from programs import READS_ONLY, WRITES_BYTES, shape_name

dev = "cuda"
DTYPES = dict(bf16=torch.bfloat16, f16=torch.float16, f32=torch.float32, f64=torch.float64, i64=torch.int64, i32=torch.int32, f8E4M3FN=torch.float8_e4m3fn)


MAX_DYNAMIC_SHARED, NON_PORTABLE_CLUSTER_ALLOWED = 8, 14
PORTABLE_CLUSTER = 8


class Kernels:
    """The kernels of one program, launched in order on torch tensors."""

    def __init__(self, folder, entry, arguments):
        manifest = json.loads((folder / entry["manifest"]).read_text())
        ptx = (folder / entry["ptx"]).read_bytes() + b"\0"
        module = ctypes.c_void_p()
        log = ctypes.create_string_buffer(8192)
        # Info log: registers and spills, as ptxas -v prints them.
        options = (ctypes.c_int * 3)(3, 4, 12)
        values = (ctypes.c_void_p * 3)(ctypes.cast(log, ctypes.c_void_p), ctypes.c_void_p(8192), ctypes.c_void_p(1))
        check(cuda.cuModuleLoadDataEx(ctypes.byref(module), ptx, 3, options, values))
        self.keep, self.launches, self.results = [], [], {}
        self.registers = self.spills = self.shared = 0
        temporaries = {}
        # Kernels leave these zero.
        zeroed = {f"temporary{i}" for i, t in enumerate(manifest.get("temporaries", [])) if t.get("zeroed")}
        for kernel in manifest["kernels"]:
            function = ctypes.c_void_p()
            check(cuda.cuModuleGetFunction(ctypes.byref(function), module, kernel["name"].encode()))
            for attribute, field in ((4, "registers"), (3, "spills")):
                value = ctypes.c_int()
                check(cuda.cuFuncGetAttribute(ctypes.byref(value), attribute, function))
                setattr(self, field, max(getattr(self, field), value.value))
            dynamic = kernel["dynamic_shared_memory"]
            self.shared = max(self.shared, dynamic + kernel["static_shared_memory"])
            if dynamic:
                check(cuda.cuFuncSetAttribute(function, MAX_DYNAMIC_SHARED, dynamic))
            if math.prod(kernel["cluster"]) > PORTABLE_CLUSTER:
                check(cuda.cuFuncSetAttribute(function, NON_PORTABLE_CLUSTER_ALLOWED, 1))
            params = []
            for argument in kernel["arguments"]:
                text = argument["type"]
                if not text.startswith("memref"):
                    kind = ctypes.c_int64 if text in ("index", "i64") else ctypes.c_float
                    params.append(kind(int(argument["value"]) if kind is ctypes.c_int64 else float(argument["value"])))
                    continue
                *sizes, dtype = text[text.index("<") + 1 : text.rindex(">")].split(",")[0].split("x")
                sizes = list(map(int, sizes))
                where = argument["value"]
                if where.startswith("arg"):
                    tensor = arguments[int(where[3:])]
                else:
                    key = where
                    if key not in temporaries:
                        poison = -7.25 if DTYPES[dtype].is_floating_point else -7
                        kind = DTYPES[dtype]
                        filled = torch.full(sizes, 0 if key in zeroed else poison, dtype=torch.float32 if kind == torch.float8_e4m3fn else kind, device=dev)
                        temporaries[key] = filled.to(kind)
                    tensor = temporaries[key]
                    if where.startswith("result"):
                        self.results[int(where[6:])] = tensor
                self.keep.append(tensor)
                strides = [math.prod(sizes[i + 1 :]) for i in range(len(sizes))]
                for value in [tensor.data_ptr(), tensor.data_ptr(), 0] + sizes + strides:
                    params.append(ctypes.c_int64(value))
            pointers = (ctypes.c_void_p * len(params))(*[ctypes.cast(ctypes.pointer(p), ctypes.c_void_p) for p in params])
            self.keep.append(params)
            self.launches.append((function, driver.configure(kernel["grid"], kernel["block"], kernel["cluster"], dynamic), pointers))

    def __call__(self):
        for function, config, params in self.launches:
            driver.launch(function, config, params)


def time_ms(fn, least=50, clean=True):
    """Medians, with the cache full of modified lines, `ms`, and of lines that need not be written back, `clean_ms`."""
    for _ in range(3):
        fn()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        fn()
    graph.replay()
    medians = {}
    for key in ("ms", "clean_ms") if clean else ("ms",):
        events = []
        for _ in range(least):
            driver.make_cold(clean=key == "clean_ms")
            a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            a.record(); graph.replay(); b.record()
            events.append((a, b))
        torch.cuda.synchronize()
        times = sorted(a.elapsed_time(b) for a, b in events)
        medians[key] = times[len(times) // 2]
    return medians


def median_ms(fn, least=50):
    return time_ms(fn, least, clean=False)["ms"]


def timing(fn, least_bytes):
    """The fields of a row that say how long `fn` takes."""
    times = time_ms(fn)
    return dict(ms=round(times["ms"], 5), gbps=round(least_bytes / times["ms"] / 1e6, 1), clean_ms=round(times["clean_ms"], 5))


def reader(x):
    """A kernel that only reads x: the ceiling of its size."""
    import triton
    import triton.language as tl

    @triton.jit
    def read_kernel(x, out, n, BLOCK: tl.constexpr):
        acc = tl.zeros([BLOCK], tl.int32)
        for i in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
            at = i + tl.arange(0, BLOCK)
            acc ^= tl.load(x + at, mask=at < n, other=0)
        tl.store(out + tl.program_id(0), tl.xor_sum(acc, 0))

    words = x.view(-1)[: x.numel() // 8 * 8].view(torch.int32)
    out = torch.empty(132 * 8, dtype=torch.int32, device=dev)
    return lambda: read_kernel[(132 * 8,)](words, out, words.numel(), BLOCK=4096, num_warps=8)


def copier(x):
    """A kernel that only copies x, by as many blocks as it has pieces of 16 KB, which the device starts in order."""
    import triton
    import triton.language as tl

    @triton.jit
    def copy_kernel(x, out, n, BLOCK: tl.constexpr):
        at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        tl.store(out + at, tl.load(x + at, mask=at < n), mask=at < n)

    words = x.view(-1)[: x.numel() // 8 * 8].view(torch.int32)
    out = torch.empty_like(words)
    return lambda: copy_kernel[(triton.cdiv(words.numel(), 4096),)](words, out, words.numel(), BLOCK=4096, num_warps=8)


def empty_kernel():
    ptx = b".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry empty() { ret; }\0"
    torch.zeros(1, device=dev)  # makes the context
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    check(cuda.cuModuleLoadData(ctypes.byref(module), ptx))
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, b"empty"))

    def launch():
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        check(cuda.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, None, None))
    return launch


def make_arguments(name, rows, length, dtype):
    t = DTYPES[dtype]
    x = torch.randn(rows, length, device=dev, dtype=t)
    if name == "cross_entropy":
        return [x, torch.randint(0, length, (rows,), device=dev)]
    if name == "layernorm":
        return [x, torch.randn(length, device=dev, dtype=t), torch.randn(length, device=dev, dtype=t)]
    if name == "rmsnorm":
        return [x, torch.randn(length, device=dev, dtype=t)]
    return [x]


EPS = 2.0**-23
SOURCES = dict(
    softmax=lambda x: [torch.softmax(x.float(), -1).to(x.dtype)],
    logsumexp=lambda x: [torch.logsumexp(x.float(), -1)],
    cross_entropy=lambda x, label: [F.cross_entropy(x.float(), label, reduction="none")],
    variance=lambda x: [torch.var(x.float(), -1)],
    layernorm=lambda x, g, b: [F.layer_norm(x, (x.shape[-1],), g, b)],
    rmsnorm=lambda x, g: [F.rms_norm(x, (x.shape[-1],), g, eps=EPS)],
    entropy=lambda x: [torch.special.entr(torch.softmax(x.float(), -1)).sum(-1)],
    router=lambda x, k: (lambda v: [v.values / v.values.sum(-1, keepdim=True), v.indices])(torch.topk(torch.softmax(x.float(), -1), k)),
    absmax=lambda x: (lambda s: [(x.float() / s[:, None]).to(torch.float8_e4m3fn), s])(x.abs().amax(-1).float() / 448.0),
)


def exact(name, arguments, rows):
    """float64 of the first and last rows."""
    pick = lambda a: (torch.cat([a[:rows], a[-rows:]]) if a.shape[0] == arguments[0].shape[0] else a)
    full = [a for a in arguments]
    full[0] = pick(arguments[0]).double()
    if name == "cross_entropy":
        full[1] = pick(arguments[1])
        return [torch.logsumexp(full[0], -1) - full[0].gather(1, full[1][:, None])[:, 0]]
    full[1:] = [a.double() for a in full[1:]]
    x = full[0]
    if name == "softmax":
        return [torch.softmax(x, -1)]
    if name == "logsumexp":
        return [torch.logsumexp(x, -1)]
    if name == "variance":
        return [torch.var(x, -1)]
    if name == "layernorm":
        return [F.layer_norm(x, (x.shape[-1],), full[1], full[2])]
    if name == "rmsnorm":
        return [x * torch.rsqrt((x * x).mean(-1, keepdim=True) + EPS) * full[1]]
    if name == "entropy":
        return [torch.special.entr(torch.softmax(x, -1)).sum(-1)]
    s = x.abs().amax(-1) / 448.0
    return [x / s[:, None], s]


def router_k(name):
    return int(name[len("router_top"):]) if name.startswith("router_top") else 0


def check_router(kernels, x, k):
    """The largest error of a weight relative to the largest, and the rows with a position that is wrong: not the one of
    float64 (the first of equal ones), and not one whose probability is the same in float32."""
    p = torch.softmax(x.double(), -1)
    want = torch.sort(p, dim=-1, descending=True, stable=True)
    weights, got = kernels.results[0].double(), kernels.results[1]
    values, indices = want.values[:, :k], want.indices[:, :k]
    valid = ((got >= 0) & (got < x.shape[1])).all(-1) & (torch.sort(got, dim=-1).values.diff(dim=-1) != 0).all(-1)
    near = (p.gather(1, got.clamp(0, x.shape[1] - 1)) - values).abs() <= 2.0**-22 * values
    wrong = ~(valid & ((got == indices) | near).all(-1))
    # Equal scores have equal probabilities, whatever they round to: the first comes first.
    ties = x.gather(1, got.clamp(0, x.shape[1] - 1)).diff(dim=-1) == 0
    wrong |= (ties & (got.diff(dim=-1) < 0)).any(-1)
    error = (weights - values / values.sum(-1, keepdim=True)).abs().max().item()
    return error, int(wrong.sum())


def check_router_special(kernels, x, k):
    """Ties, infinities and NaN, where positions are exact."""
    saved = x.clone()
    rows, length = x.shape
    report = {}
    for kind in ("ties", "constant", "few"):
        if kind == "ties":
            x.copy_(torch.randint(0, 4, x.shape, device=dev).to(x.dtype))
        elif kind == "constant":
            x.fill_(1.5)
        else:
            x.copy_(torch.where(torch.rand(x.shape, device=dev) < 2 / length, saved, float("-inf")))
            x[:, 1] = 0
        kernels()
        want = torch.sort(torch.softmax(x.double(), -1), dim=-1, descending=True, stable=True).indices[:, :k]
        report[kind] = int((kernels.results[1] != want).any(-1).sum())
    # A row with NaN: every probability is NaN, and no position is greater than the first.
    x.copy_(saved)
    x[:, length // 2] = float("nan")
    kernels()
    report["nan"] = int((~kernels.results[0].isnan()).sum()) + int((kernels.results[1] != 0).sum())
    x.copy_(saved)
    return report


def main():
    folder = pathlib.Path(sys.argv[1])
    references = "--references" in sys.argv
    start = time.time()
    print(json.dumps(dict(device=torch.cuda.get_device_name(), torch=torch.__version__, date=time.strftime("%Y-%m-%d"))), flush=True)
    if references:
        # What a launch costs, timed the same way.
        print(json.dumps(dict(workload="rows", shape="launch", variant="empty kernel", ms=round(median_ms(empty_kernel()), 5))), flush=True)
    done, sizes = set(), set()
    for entry in json.loads((folder / "index.json").read_text()):
        name, rows, length, dtype = entry["workload"], entry["rows"], entry["length"], entry["dtype"]
        arguments = make_arguments(name, rows, length, dtype)
        x = arguments[0]
        least = x.numel() * (x.element_size() + (0 if name in READS_ONLY else 1 if name in WRITES_BYTES else x.element_size()))
        k = router_k(name)
        if k:
            least = x.numel() * x.element_size() + rows * k * 12
        shape = shape_name(entry)
        row = dict(workload="rows", shape=shape, variant="redfuser")
        if entry["schedule"]:
            row["schedule"] = entry["schedule"]
        try:
            kernels = Kernels(folder, entry, arguments)
            kernels()
            torch.cuda.synchronize()
            few = max(1, min(16, (1 << 24) // length))
            worst = 0
            if k:
                worst, row["wrong_rows"] = check_router(kernels, x, k)
                row["special_wrong"] = check_router_special(kernels, x, k)
            for i, want in enumerate([] if k else exact(name, arguments, few)):
                got = kernels.results[i]
                got = torch.cat([got[:few], got[-few:]]).double()
                error = ((got - want).abs().max() / want.pow(2).mean().sqrt()).item()
                worst = max(worst, error if error == error else math.inf)
            row["error"] = float(f"{worst:.2g}")
            row.update(timing(kernels, least), registers=kernels.registers, shared=kernels.shared,
                       spills=kernels.spills, kernels=len(kernels.launches))
        except Exception as e:
            row["error_text"] = (type(e).__name__ + ": " + str(e))[:140]
        print(json.dumps(row), flush=True)
        if (references or "--read" in sys.argv) and x.nbytes not in sizes:
            sizes.add(x.nbytes)
            print(json.dumps(dict(workload="rows", shape=f"read {x.nbytes >> 20} MiB", variant="read", **timing(reader(x), x.nbytes))), flush=True)
            print(json.dumps(dict(workload="rows", shape=f"copy {x.nbytes >> 20} MiB", variant="copy", **timing(copier(x), 2 * x.nbytes))), flush=True)
        if references and (shape not in done):
            done.add(shape)
            for variant in ("eager", "inductor"):
                row = dict(workload="rows", shape=shape, variant=variant)
                try:
                    torch._dynamo.reset()
                    source = (lambda x: SOURCES["router"](x, k)) if k else SOURCES[name]
                    fn = source if variant == "eager" else torch.compile(source, dynamic=False)
                    row.update(timing(lambda: fn(*arguments), least))
                except Exception as e:
                    row["error_text"] = (type(e).__name__ + ": " + str(e))[:140]
                print(json.dumps(row), flush=True)
        del arguments, x
    print(json.dumps(dict(seconds=round(time.time() - start, 1))), flush=True)


if __name__ == "__main__":
    main()
