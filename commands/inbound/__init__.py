"""Incoming mail: its commands, replies, bounces, and the limits on answers."""
