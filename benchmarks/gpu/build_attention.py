# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles attention programs to cubins for attention.py.

    build_attention.py REDFUSER OUT [--chip=sm_90a] SPEC...

A SPEC is key=value pairs of attention_programs.Case, comma-separated, and after
a slash the parameters of a #cascade.warpgroup_schedule, + for the comma:
    batch=4,heads=16,rows=4096,keys=4096,depth=128/keys=128+warpgroups=2+order=overlapped+rows=registers
Prints registers, spills and warnings of ptxas for each.
"""

import json
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from attention_programs import Case, attention

CONVERT = {"int": int, "str": str, "bool": lambda s: s == "1"}


def parse(spec):
    text, _, schedule = spec.partition("/")
    kinds = {n: f.type if isinstance(f.type, str) else f.type.__name__ for n, f in Case.__dataclass_fields__.items()}
    pairs = dict(p.split("=") for p in text.split(",") if p)
    return Case(**{k: CONVERT[kinds[k]](v) for k, v in pairs.items()}), schedule


def main(redfuser, out, specs):
    chip = "sm_90a"
    if specs[0].startswith("--chip="):
        chip, specs = specs[0][len("--chip="):], specs[1:]
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for spec in specs:
        case, schedule = parse(spec)
        name = case.name
        options = ""
        if schedule:
            values = dict(p.split("=") for p in schedule.split("+"))
            name += "-" + "-".join(f"{k[0]}{v[:4]}" for k, v in values.items())
            options = 'warpgroup-schedule="' + ", ".join(f"{k} = {v}" for k, v in values.items()) + '"'
        base = out / name
        base.with_suffix(".mlir").write_text(attention(case))
        Path(f"{base}.case.json").write_text(json.dumps(asdict(case)))
        r = subprocess.run([redfuser, "compile", f"{base}.mlir", "--target=nvptx", f"--chip={chip}", "-o", f"{base}.ptx",
                            f"--pipeline-options={options}"], capture_output=True, text=True)
        if r.returncode:
            print(f"{name}: {r.stderr[:2000]}")
            failed += 1
            continue
        r = subprocess.run(["ptxas", f"-arch={chip}", "-O3", "-v", f"{base}.ptx", "-o", f"{base}.cubin"], capture_output=True, text=True)
        notes = re.findall(r"Used \d+ registers|\d+ bytes spill (?:stores|loads)|C7\d+", r.stdout + r.stderr)
        if r.returncode:
            notes = [(r.stdout + r.stderr)[:1500]]
            failed += 1
        print(f"{name}: {' '.join(n for n in notes if not n.startswith('0 bytes'))}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]) > 0)
