"""Commands that run engines and manage robots."""
