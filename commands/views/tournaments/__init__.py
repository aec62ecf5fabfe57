"""A tournament as its readers see it: in sentences and tables."""
