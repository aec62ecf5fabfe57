"""Outgoing mail: outbox rows, signed addresses, MIME and the delivery worker."""
