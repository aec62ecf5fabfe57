"""Games, matches, clocks and the words all layers share: pure, and free of mail and storage."""

__version__ = "0.1.0"
