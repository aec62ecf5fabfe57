"""Work that the server does by itself: clocks, digests, robots, engines, searches, tournaments."""
