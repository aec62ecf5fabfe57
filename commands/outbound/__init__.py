"""Outgoing mail: notifications, outbox rows, signed addresses, MIME and the delivery worker."""
