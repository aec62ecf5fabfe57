"""What a process has once: counters, loggers, values computed once."""
