"""The time of leases, under which the processes of any number of nodes share the work.

Leased are mails, turns of robots and engines, jobs, and what one node does at a time. The holder is
the random name of a server's start (`App.incarnation`), never anything stored in a data folder, so
a copied folder harms nothing. Leases aren't what makes work happen once: that is always a lock of
rows and a condition in the transaction that records it.
"""

from datetime import timedelta

LEASE = timedelta(seconds=30)
"""The time after which the work of a process that was silent so long is taken over."""
RENEW_SECONDS = 5.0
"""The interval at which a process renews its leases: a few attempts may fail."""
