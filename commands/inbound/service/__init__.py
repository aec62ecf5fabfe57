"""Mail that is no command: bounces, mail to roles, probes, and mail without a command."""
