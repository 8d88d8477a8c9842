# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes linalg on tensors the way front ends do: one op per tensor operation,
broadcasts as indexing maps, dynamic sizes read from the arguments.

Dimensions have names, and tensors broadcast by name: x("n l") - m("n"). A name
that is a number is a static size; `l=576` gives a dimension both.
"""


def is_float(type):
    return type[0] in "fb"


class Tensor:
    """A tensor value; arithmetic on it emits one linalg.generic."""

    def __init__(self, program, name, dims, type):
        self.program, self.name, self.dims, self.type = program, name, dims, type

    @property
    def text(self):
        return self.program.tensor_type(self.dims, self.type)

    def map(self, *lines, others=(), type=None):
        """Elementwise code: `lines` over {0}, {1}, .. (self and `others`),
        results %0, %1, ..; {t} is the element type of self."""
        return self.program.elementwise([self, *others], lines, type or self.type)

    def _binary(self, op, other, swap=False, type=None):
        if is_float(self.type):
            op += "f"
        else:
            op = {"div": "divsi"}.get(op, op + "i")
        operands = "{1}, {0}" if swap else "{0}, {1}"
        return self.map(f"arith.{op} {operands} : {{t}}", others=[other], type=type)

    def __add__(self, other): return self._binary("add", other)
    def __radd__(self, other): return self._binary("add", other)
    def __sub__(self, other): return self._binary("sub", other)
    def __rsub__(self, other): return self._binary("sub", other, swap=True)
    def __mul__(self, other): return self._binary("mul", other)
    def __rmul__(self, other): return self._binary("mul", other)
    def __truediv__(self, other): return self._binary("div", other)
    def __rtruediv__(self, other): return self._binary("div", other, swap=True)
    def __neg__(self): return self.map("arith.negf {0} : {t}")

    def math(self, op): return self.map(f"math.{op} {{0}} : {{t}}")
    def exp(self): return self.math("exp")
    def log(self): return self.math("log")
    def abs(self): return self.math("absf")
    def rsqrt(self): return self.math("rsqrt")
    def sqrt(self): return self.math("sqrt")
    def maximum(self, other):
        return self.map("arith.maximumf {0}, {1} : {t}", others=[other])
    def minimum(self, other):
        return self.map("arith.minimumf {0}, {1} : {t}", others=[other])
    def clamp(self, low, high): return self.maximum(low).minimum(high)

    def to(self, type):
        source = self.type
        if is_float(source) and is_float(type):
            op = "extf" if width(type) > width(source) else "truncf"
        elif is_float(source):
            op = "fptosi"
        elif is_float(type):
            op = "uitofp" if source == "i1" else "sitofp"
        elif width(type) > width(source):
            op = "extui" if source == "i1" else "extsi"
        else:
            op = "trunci"
        return self.map(f"arith.{op} {{0}} : {{t}} to {type}", type=type)

    def compare(self, predicate, other):
        op = "cmpf" if is_float(self.type) else "cmpi"
        return self.map(
            f"arith.{op} {predicate}, {{0}}, {{1}} : {{t}}", others=[other], type="i1")

    def select(self, true, false):
        """self (i1) ? true : false."""
        tensor = true if isinstance(true, Tensor) else false
        return self.map(f"arith.select {{0}}, {{1}}, {{2}} : {tensor.type}",
                        others=[true, false], type=tensor.type)

    def reduce(self, op, axes, init):
        axes = axes.split()
        dims = [d for d in self.dims if d not in axes]
        return self.program.reduction([self], dims, axes, init,
                                      [f"{op} {{0}}, {{out}} : {{t}}"], self.type)

    def sum(self, axes):
        return self.reduce("arith.addf" if is_float(self.type) else "arith.addi",
                           axes, "0.0" if is_float(self.type) else "0")
    def prod(self, axes): return self.reduce("arith.mulf", axes, "1.0")
    def max(self, axes): return self.reduce("arith.maximumf", axes, "-inf")
    def min(self, axes): return self.reduce("arith.minimumf", axes, "inf")
    def any(self, axes): return self.reduce("arith.ori", axes, "false")
    def all(self, axes): return self.reduce("arith.andi", axes, "true")
    def mean(self, axes): return self.sum(axes) / self.program.count(axes, self.type)

    def argmax(self, axis):
        """Value and position, as torch-mlir lowers max.dim."""
        return self.program.argmax(self, axis)


def width(type):
    return 8 if type.startswith("f8") else int(type.lstrip("bfi"))


class Program:
    """One function; `doc` is the comment above it."""

    def __init__(self, name, doc, **sizes):
        self.name, self.doc, self.sizes = name, doc, sizes
        self.arguments, self.head, self.body = [], [], []
        self.constants, self.counts, self.dim_values = {}, {}, {}
        self.owner = {}
        self.next = 0

    # Values.

    def fresh(self):
        self.next += 1
        return f"%{self.next - 1}"

    def size(self, dim):
        return dim if dim.isdigit() else self.sizes.get(dim, "?")

    def tensor_type(self, dims, type):
        return "tensor<" + "".join(f"{self.size(d)}x" for d in dims) + type + ">"

    def arg(self, name, dims, type="f32"):
        dims = dims.split()
        tensor = Tensor(self, "%" + name, dims, type)
        for i, dim in enumerate(dims):
            self.owner.setdefault(dim, (tensor, i))
        self.arguments.append(f"{tensor.name}: {tensor.text}")
        return tensor

    def scalar(self, name, type="f32"):
        self.arguments.append(f"%{name}: {type}")
        return "%" + name

    def constant(self, value, type):
        key = (str(value), type)
        if key not in self.constants:
            text = {"-inf": {"f16": "0xFC00", "bf16": "0xFF80", "f32": "0xFF800000"},
                    "inf": {"f16": "0x7C00", "bf16": "0x7F80", "f32": "0x7F800000"}}
            number = text[value][type] if value in text else (
                str(value) if not isinstance(value, float) else f"{value:e}")
            name = f"%c_{len(self.constants)}"
            if type == "i1":
                self.head.append(f"{name} = arith.constant {number}")
            else:
                self.head.append(f"{name} = arith.constant {number} : {type}")
            self.constants[key] = name
        return self.constants[key]

    def dim(self, dim):
        """The size of a dynamic dimension, as an index."""
        if dim not in self.dim_values:
            tensor, position = self.owner[dim]
            index = self.constant(position, "index")
            name = f"%{dim}_size"
            self.head.append(f"{name} = tensor.dim {tensor.name}, {index} : {tensor.text}")
            self.dim_values[dim] = name
        return self.dim_values[dim]

    def count(self, axes, type):
        """The number of positions along `axes` as a float."""
        axes = axes.split()
        dynamic = [a for a in axes if self.size(a) == "?"]
        if not dynamic:
            product = 1
            for axis in axes:
                product *= int(self.size(axis))
            return float(product)
        key = (tuple(axes), type)
        if key not in self.counts:
            value = self.dim(dynamic[0])
            factors = [self.dim(a) for a in dynamic[1:]] + [
                self.constant(int(self.size(a)), "index")
                for a in axes if a not in dynamic]
            prefix = "%count_" + "_".join(axes)
            for i, factor in enumerate(factors):
                name = f"{prefix}_{i}"
                self.head.append(f"{name} = arith.muli {value}, {factor} : index")
                value = name
            self.head.append(f"{prefix}_i = arith.index_cast {value} : index to i64")
            self.head.append(f"{prefix} = arith.sitofp {prefix}_i : i64 to {type}")
            self.counts[key] = prefix
        return self.counts[key]

    def empty(self, dims, type):
        name = self.fresh()
        sizes = ", ".join(self.dim(d) for d in dims if self.size(d) == "?")
        self.body.append(f"{name} = tensor.empty({sizes}) : {self.tensor_type(dims, type)}")
        return name

    def fill(self, dims, type, value):
        scalar = self.constant(value, type)
        empty, name = self.empty(dims, type), self.fresh()
        text = self.tensor_type(dims, type)
        self.body.append(
            f"{name} = linalg.fill ins({scalar} : {type}) outs({empty} : {text}) -> {text}")
        return Tensor(self, name, dims, type)

    # Ops.

    def generic(self, inputs, outputs, dims, axes, lines, results):
        """`lines` may use {0}.. for inputs, {out}, {out1} for accumulators."""
        def affine(tensor):
            return (f"affine_map<({', '.join(f'd{i}' for i in range(len(dims)))}) -> "
                    f"({', '.join(f'd{dims.index(d)}' for d in tensor.dims)})>")
        maps = ", ".join(affine(t) for t in [*inputs, *outputs])
        kinds = ", ".join('"reduction"' if d in axes else '"parallel"' for d in dims)
        names = [f"%in{i}" for i in range(len(inputs))]
        accumulators = ["%out"] + [f"%out{i}" for i in range(1, len(outputs))]
        block = ", ".join(f"{n}: {t.type}" for n, t in
                          zip([*names, *accumulators], [*inputs, *outputs]))
        ins = (f"ins({', '.join(t.name for t in inputs)} : "
               f"{', '.join(t.text for t in inputs)}) " if inputs else "")
        outs = ", ".join(t.name for t in outputs)
        out_types = ", ".join(t.text for t in outputs)
        name = self.fresh()
        count = f":{len(outputs)}" if len(outputs) > 1 else ""
        self.body.append(f"{name}{count} = linalg.generic {{indexing_maps = [{maps}], "
                         f"iterator_types = [{kinds}]}}")
        self.body.append(f"    {ins}outs({outs} : {out_types}) {{")
        self.body.append(f"^bb0({block}):")
        names_map = {"out": "%out", **{f"out{i}": f"%out{i}" for i in range(1, 4)}}
        for i, line in enumerate(lines):
            self.body.append(f"  %r{i} = " + line.format(*names, **names_map))
        self.body.append(f"  linalg.yield {', '.join(results)} : "
                         f"{', '.join(t.type for t in outputs)}")
        parens = f"({out_types})" if len(outputs) > 1 else out_types
        self.body.append(f"}} -> {parens}")
        return name

    def elementwise(self, operands, lines, type):
        tensors = [t for t in operands if isinstance(t, Tensor)]
        dims = []
        for tensor in sorted(tensors, key=lambda t: -len(t.dims)):
            dims += [d for d in tensor.dims if d not in dims]
        element = next(t.type for t in tensors)
        spelling, inputs = [], []
        for operand in operands:
            if isinstance(operand, Tensor):
                if operand in inputs:
                    spelling.append(f"{{{inputs.index(operand)}}}")
                else:
                    spelling.append(f"{{{len(inputs)}}}")
                    inputs.append(operand)
            elif isinstance(operand, str) and operand.startswith("%"):
                spelling.append(operand)
            else:
                # A literal: of the type of the tensor it meets.
                kind = tensors[-1].type if lines[0].startswith("arith.select") else element
                spelling.append(self.constant(operand, kind))
        texts = [line.replace("{t}", element) for line in lines]
        texts = [replace_all(line, spelling) for line in texts]
        output = Tensor(self, self.empty(dims, type), dims, type)
        name = self.generic(inputs, [output], dims, [], texts, [f"%r{len(texts) - 1}"])
        return Tensor(self, name, dims, type)

    def reduction(self, inputs, dims, axes, init, lines, type):
        loops = [d for d in inputs[0].dims] if len(inputs) == 1 else dims + axes
        lines = [line.replace("{t}", inputs[0].type) for line in lines]
        output = self.fill(dims, type, init)
        name = self.generic(inputs, [output], loops, axes, lines, [f"%r{len(lines) - 1}"])
        return Tensor(self, name, dims, type)

    def matmul(self, spec, lhs, rhs, type=None):
        """einsum of two tensors: "m k, k n -> m n"; sums in `type`."""
        sides, out = spec.split("->")
        left, right = [s.split() for s in sides.split(",")]
        dims, type = out.split(), type or lhs.type
        axes = [d for d in left + right if d not in dims]
        axes = list(dict.fromkeys(axes))
        lhs = Tensor(self, lhs.name, left, lhs.type)
        rhs = Tensor(self, rhs.name, right, rhs.type)
        lines, values = [], ["{0}", "{1}"]
        for i, operand in enumerate((lhs, rhs)):
            if operand.type != type:
                op = "extf" if is_float(type) else "extsi"
                lines.append(f"arith.{op} {values[i]} : {operand.type} to {type}")
                values[i] = f"%r{len(lines) - 1}"
        kind = "f" if is_float(type) else "i"
        lines.append(f"arith.mul{kind} {values[0]}, {values[1]} : {type}")
        lines.append(f"arith.add{kind} {{out}}, %r{len(lines) - 1} : {type}")
        return self.reduction([lhs, rhs], dims, axes, "0.0" if kind == "f" else "0",
                              lines, type)

    def positions(self, dim, type="i64"):
        """0, 1, .. along `dim`."""
        output = Tensor(self, self.empty([dim], type), [dim], type)
        lines = ["linalg.index 0 : index", f"arith.index_cast %r0 : index to {type}"]
        return Tensor(self, self.generic([], [output], [dim], [], lines, ["%r1"]), [dim], type)

    def argmax(self, tensor, axis):
        dims = [d for d in tensor.dims if d != axis]
        value = self.fill(dims, tensor.type, "-inf")
        index = self.fill(dims, "i64", "0")
        lines = [f"linalg.index {tensor.dims.index(axis)} : index",
                 "arith.index_cast %r0 : index to i64",
                 f"arith.maximumf {{0}}, {{out}} : {tensor.type}",
                 f"arith.cmpf ogt, {{0}}, {{out}} : {tensor.type}",
                 "arith.select %r3, %r1, {out1} : i64"]
        name = self.generic([tensor], [value, index], tensor.dims, [axis], lines, ["%r2", "%r4"])
        return (Tensor(self, name + "#0", dims, tensor.type),
                Tensor(self, name + "#1", dims, "i64"))

    def slice(self, tensor, dim, size, name):
        """The first `size` positions along the static `dim`, as dimension `name`."""
        dims = [name if d == dim else d for d in tensor.dims]
        self.sizes[name] = str(size)
        offsets = ", ".join("0" for _ in dims)
        sizes = ", ".join(self.dim(d) if self.size(d) == "?" else self.size(d) for d in dims)
        steps = ", ".join("1" for _ in dims)
        result = Tensor(self, self.fresh(), dims, tensor.type)
        self.body.append(f"{result.name} = tensor.extract_slice {tensor.name}[{offsets}] "
                         f"[{sizes}] [{steps}] : {tensor.text} to {result.text}")
        return result

    def gather(self, table, index):
        """table[n, index[n]]."""
        output = Tensor(self, self.empty(index.dims, table.type), index.dims, table.type)
        lines = ["linalg.index 0 : index", "arith.index_cast {0} : i64 to index",
                 f"tensor.extract {table.name}[%r0, %r1] : {table.text}"]
        return Tensor(self, self.generic([index], [output], index.dims, [], lines, ["%r2"]),
                      index.dims, table.type)

    def softmax(self, x, axis):
        """As decomposed by torch-mlir."""
        m = x.max(axis)
        e = (x - m).exp()
        return e / e.sum(axis)

    def log_softmax(self, x, axis):
        shifted = x - x.max(axis)
        return shifted - shifted.exp().sum(axis).log()

    # Text.

    def text(self, *results):
        lines = [f"// {line}".rstrip() for line in self.doc.strip().split("\n")]
        types = ", ".join(r.text for r in results)
        wrapped = f"({types})" if len(results) > 1 else types
        lines.append(f"func.func @{self.name}({', '.join(self.arguments)}) -> {wrapped} {{")
        lines += [f"  {line}" for line in self.head + self.body]
        lines.append(f"  return {', '.join(r.name for r in results)} : {types}")
        lines.append("}")
        return "\n".join(lines) + "\n"


def replace_all(line, spelling):
    """{i} of `line` by spelling[i], all at once."""
    for i, _ in enumerate(spelling):
        line = line.replace(f"{{{i}}}", f"\0{i}\0")
    for i, text in enumerate(spelling):
        line = line.replace(f"\0{i}\0", text)
    return line
