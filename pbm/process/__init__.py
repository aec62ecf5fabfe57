"""Parts that exist once in a process (counters, loggers, cached values), files, and leases."""
