"""Games of other packages: found, called with limits, and kept while they are absent."""
