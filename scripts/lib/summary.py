#!/usr/bin/env python3
# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds up the results that scripts/test left in a folder.

Reads lit's JSON, GoogleTest's JSON (one file a program), CTest's JUnit file (for
programs that died before they could write theirs) and *.check files. Prints what
failed and the closing line; the exit status is 1 if anything failed or nothing
ran.
"""

import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
LIT_CODES = {
    "PASS": PASSED,
    "FLAKYPASS": PASSED,
    "XFAIL": PASSED,
    "UNSUPPORTED": SKIPPED,
    "SKIPPED": SKIPPED,
    "EXCLUDED": SKIPPED,
}


def lit_results(path):
    for test in json.loads(path.read_text())["tests"]:
        yield test["name"], LIT_CODES.get(test["code"], FAILED)


def gtest_results(path):
    for suite in json.loads(path.read_text()).get("testsuites", []):
        for test in suite["testsuite"]:
            name = f"{path.stem}: {suite['name']}.{test['name']}"
            if "failures" in test:
                yield name, FAILED
            elif test.get("result") == "SKIPPED" or test.get("status") == "NOTRUN":
                yield name, SKIPPED
            else:
                yield name, PASSED


def ctest_results(path, programs):
    """A program that reported its own tests counts only if it failed without
    saying which."""
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name, failed = case.get("name"), case.get("status") != "run"
        reported = programs.get(name)
        if reported is None or (failed and FAILED not in reported):
            yield f"unit test program {name}", FAILED if failed else PASSED


def collect(folder):
    lit = folder / "lit.json"
    if lit.exists():
        yield from lit_results(lit)
    programs = {}
    for path in sorted(folder.glob("gtest/*.json")):
        results = list(gtest_results(path))
        programs[path.stem] = {status for _, status in results}
        yield from results
    ctest = folder / "ctest.xml"
    if ctest.exists():
        yield from ctest_results(ctest, programs)
    for path in sorted(folder.glob("*.check")):
        yield path.stem, path.read_text().strip()


def main():
    counts = {PASSED: 0, FAILED: 0, SKIPPED: 0}
    for name, status in collect(pathlib.Path(sys.argv[1])):
        counts[status] += 1
        if status == FAILED:
            print(f"FAIL: {name}")
    line = f"{counts[PASSED]} passed, {counts[FAILED]} failed"
    if counts[SKIPPED]:
        line += f", {counts[SKIPPED]} skipped"
    print(line)
    return 0 if counts[PASSED] and not counts[FAILED] else 1


if __name__ == "__main__":
    sys.exit(main())
