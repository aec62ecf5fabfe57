"""The process that takes mail by SMTP."""
