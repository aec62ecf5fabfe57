"""Games, matches, clocks and other concepts that all layers share.

Nothing here knows email or storage.
"""

__version__ = "0.1.0"
