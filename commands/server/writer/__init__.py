"""The thread that writes: mails in batches, each sender in turn."""
