"""Compiles programs for a chip and fails if ptxas spills registers.

check-spills.py REDFUSER-OPT CHIP FILE...
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TOOL, CHIP, *FILES = sys.argv[1:]


def get_ptx(llvm_module):
    """The text inside gpu.binary's quotes, unescaped; None without kernels."""
    match = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', llvm_module)
    if not match:
        return None
    return re.sub(
        r"\\([0-9A-Fa-f]{2})", lambda code: chr(int(code[1], 16)), match[1]
    ).rstrip("\0")


def check(path):
    """What is wrong with the kernels of `path`, as lines; and their number."""
    compiled = subprocess.run(
        [TOOL, path, f"--redfuser-to-nvvm=chip={CHIP}"], capture_output=True, text=True
    )
    if compiled.returncode:
        return [f"{path}: {compiled.stderr}"], 0
    ptx = get_ptx(compiled.stdout)
    if ptx is None:
        return [f"{path}: no kernels"], 0
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(ptx)
        file.flush()
        assembled = subprocess.run(
            ["ptxas", "-v", f"-arch={CHIP}", file.name, "-o", os.devnull],
            capture_output=True,
            text=True,
        )
    if assembled.returncode:
        return [f"{path}: {assembled.stderr}"], 0
    spills = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill", assembled.stderr)
    if not spills:
        return [f"{path}: ptxas tells nothing of spills"], 0
    if any(int(count) for kernel in spills for count in kernel):
        return [f"{path}: {assembled.stderr}"], len(spills)
    return [], len(spills)


with ThreadPoolExecutor(os.cpu_count()) as pool:
    results = list(pool.map(check, FILES))
for problems, _ in results:
    for problem in problems:
        print(problem)
print(f"{sum(kernels for _, kernels in results)} kernels for {CHIP}")
sys.exit(any(problems for problems, _ in results))
