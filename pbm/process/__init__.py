"""Parts of which a process has one: counters, loggers, values computed once."""
