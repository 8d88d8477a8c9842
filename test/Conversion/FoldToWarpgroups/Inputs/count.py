"""count.py FILE REGEX...: how many lines match each, up to the consumers' second pass."""

import re
import sys

lines = open(sys.argv[1]).read().splitlines()
consumers = next(i for i, line in enumerate(lines) if "setmaxregister  increase" in line)
for i in range(consumers, len(lines)):
    if "bar.sync $0" in lines[i]:
        del lines[i:]
        break
for pattern in sys.argv[2:]:
    print(f"{pattern}: {sum(bool(re.search(pattern, line)) for line in lines)}")
