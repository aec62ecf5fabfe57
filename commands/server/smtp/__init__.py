"""The processes that receive mail by SMTP and LMTP, and from programs on this machine."""
