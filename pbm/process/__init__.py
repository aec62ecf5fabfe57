"""Objects of which a process has one (counters, loggers, values computed once), and its files."""
