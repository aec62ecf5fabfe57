"""The log: one line an event, with plain values and few repetitions."""
