"""Makes and sends outgoing email: notifications, the outbox, signed addresses, MIME, delivery."""
