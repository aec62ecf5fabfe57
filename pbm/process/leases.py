"""The duration of leases, by which the processes of all nodes share the work.

Emails, turns of robots and engines, jobs, and work that only one node does at a time are leased.
The holder of a lease is a random name that a server makes at each start (`App.incarnation`). It is
never stored in a data folder, so a copied folder does no harm. Leases don't guarantee that work
happens only once: that requires row locks and a condition in the transaction that records the work.
"""

from datetime import timedelta

LEASE = timedelta(seconds=30)
"""Time without renewal after which another process takes over the work."""
RENEW_SECONDS = 5.0
"""Seconds between two renewals by a process. A few attempts may fail before the lease ends."""
