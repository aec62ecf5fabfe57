"""Games, matches, clocks and the terms that all layers share, without mail or storage."""

__version__ = "0.1.0"
