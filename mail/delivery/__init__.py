"""Delivery of outgoing mail: the delivery loop, its queue and its relays."""
