"""Commands that list, check and try out games."""
