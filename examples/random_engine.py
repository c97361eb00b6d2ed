"""A minimal engine for Ludothèque's matches: any legal decision, in pure Python.

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
        print("decision", random.choice(legal), flush=True)
    elif word == "quit":
        break
