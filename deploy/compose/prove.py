"""usage: prove.py CONSUMER FILE

Waits until the consumer at that address has counted as many lines as FILE has, then has judge, which
stands beside this file, compare its counts with those of FILE. FILE has 10,000 different words at most.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

consumer, file = sys.argv[1:]
with open(file, "rb") as text:
    lines = sum(1 for line in text if line.strip())
deadline = time.monotonic() + 120
counted = {"lines": 0}
while counted["lines"] < lines:
    if time.monotonic() > deadline:
        sys.exit("prove: %d of %d lines are counted after 120 s" % (counted["lines"], lines))
    try:
        with urllib.request.urlopen(consumer + "/counts?top=10000", timeout=10) as answer:
            counted = json.load(answer)
    except (urllib.error.URLError, OSError) as error:
        print("prove: %s" % error, file=sys.stderr)
    time.sleep(0.5)
with tempfile.NamedTemporaryFile("w", suffix=".json", dir="/dev/shm") as counts:
    json.dump(counted["top"], counts)
    counts.flush()
    judge = os.path.join(os.path.dirname(os.path.abspath(__file__)), "judge")
    sys.exit(subprocess.call([sys.executable, judge, file, counts.name]))
