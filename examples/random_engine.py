"""A minimal engine for matches. It plays any legal move.

ludotheque match moaai "engine:python examples/random_engine.py" level:1 --games 10
"""

import random
import sys

legal: list[str] = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "ludotheque":
        print("ready random", flush=True)
    elif word == "legal":
        legal = rest
    elif word == "go":
        print("move", random.choice(legal), flush=True)
    elif word == "quit":
        break
