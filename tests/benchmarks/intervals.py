"""Intervals of confidence."""

import math

NORMAL = 1.96
"""The deviations of a normal distribution within which lie 95 %."""


def interval(share, count):
    """Returns Wilson's interval of 95 % for a share of so many games."""
    square = NORMAL**2 / count
    middle = (share + square / 2) / (1 + square)
    half = NORMAL * math.sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
    return middle - half, middle + half
