"""The classic games, one file each, found by scanning if OpenSpiel is installed."""
