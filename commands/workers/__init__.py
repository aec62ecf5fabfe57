"""Background work: clocks, digests, retention, robots, engines and solve jobs."""
