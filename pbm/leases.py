"""The time of leases, under which the processes of any number of nodes share the work."""

from datetime import timedelta

LEASE = timedelta(seconds=30)
"""The time after which the work of a process that was silent so long is taken over."""
RENEW_SECONDS = 5.0
"""The interval at which a process renews its leases: a few attempts may fail."""
