"""Recognize emails that programs send: absence notices, receipts, tickets, calendar replies."""
