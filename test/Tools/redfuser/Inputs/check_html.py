# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_html.py FILE DRAWINGS: every tag is closed, in order; the drawings are there, and
nothing in them lies outside of their view."""

import html.parser
import re
import sys

VOID = {"meta", "br", "path", "circle", "rect"}


class Checker(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.drawings, self.problems = [], 0, []
        self.view = None

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "svg" and "viewbox" in values:
            self.drawings += 1
            self.view = [float(v) for v in values["viewbox"].split()]
        if tag not in VOID:
            self.open.append(tag)
        if self.view and tag == "text":
            x, y = float(values["x"]), float(values["y"])
            if not (0 <= x <= self.view[2] and 0 <= y <= self.view[3]):
                self.problems.append(f"a text at {x}, {y} is out of view")
        if self.view and tag == "path":
            for number in re.findall(r"-?[\d.]+", values["d"]):
                if not 0 <= float(number) <= max(self.view[2:]):
                    self.problems.append(f"a path leaves the view: {values['d']}")

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        if tag == "svg":
            self.view = None
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes nothing")


checker = Checker()
with open(sys.argv[1], encoding="utf-8") as page:
    checker.feed(page.read())
checker.problems += [f"<{tag}> is open" for tag in checker.open if tag != "p"]
if checker.drawings != int(sys.argv[2]):
    checker.problems.append(f"expected {sys.argv[2]} drawings, got {checker.drawings}")
print("\n".join(checker.problems))
sys.exit(1 if checker.problems else 0)
