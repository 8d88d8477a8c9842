# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_docs.py ROOT: what docs say about the tree is so.

- the constraints of docs/Cascade.md are those of the op descriptions, and the tests
  that it names are those of test/Dialect/Cascade/invalid.mlir;
- relative links in Markdown files lead somewhere.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
problems = []


def compare(what, left, left_name, right, right_name):
    for name in sorted(left - right):
        problems.append(f"{what} {name} is in {left_name}, not in {right_name}")
    for name in sorted(right - left):
        problems.append(f"{what} {name} is in {right_name}, not in {left_name}")


page = (root / "docs/Cascade.md").read_text()
ops = (root / "include/RedFuser/Dialect/Cascade/IR/CascadeOps.td").read_text()
tests = (root / "test/Dialect/Cascade/invalid.mlir").read_text()

rows = re.findall(r"^\| ([A-Z]{2}\d+) \|.*\| (.*) \|$", page, re.MULTILINE)
compare(
    "constraint",
    {number for number, _ in rows},
    "docs/Cascade.md",
    set(re.findall(r"\b((?:CH|CM|CO|FO)\d+|IX1|YI1)(?=: |: the| )", ops)),
    "CascadeOps.td",
)
compare(
    "test",
    set(re.findall(r"`(\w+)`", " ".join(names for _, names in rows))),
    "docs/Cascade.md",
    set(re.findall(r"func\.func @(\w+)", tests)),
    "invalid.mlir",
)

for markdown in [*root.glob("*.md"), *root.glob("docs/**/*.md")]:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", markdown.read_text()):
        if not (markdown.parent / target).exists():
            problems.append(f"{markdown.relative_to(root)}: broken link to {target}")

print("\n".join(problems))
sys.exit(1 if problems else 0)
