"""Game records: read, write and replay them."""
