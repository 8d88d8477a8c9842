"""count.py FILE REGEX...: how many lines match each."""

import re
import sys

lines = open(sys.argv[1]).read().splitlines()
for pattern in sys.argv[2:]:
    print(f"{pattern}: {sum(bool(re.search(pattern, line)) for line in lines)}")
