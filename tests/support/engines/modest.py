"""Moves at random whatever the input, with any number of others."""

import sys

input()
for line in sys.stdin:
    if line.strip().isdecimal():
        for _ in range(int(line)):
            input()
        print("random as ever, and whatever comes", flush=True)
