"""Deliver outgoing mail: the delivery loop, its queue, and the relays."""
