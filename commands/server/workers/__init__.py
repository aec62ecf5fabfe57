"""Background work: clocks, digests, retention, robots, engines, and searches asked for by mail."""
