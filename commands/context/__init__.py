"""The context of one command: caller, authentication, confirmation and policy."""
