"""The name of a mailbox, by which its state is stored."""

from mail.servers.address import ServerAddress


def mailbox_name(address: ServerAddress) -> str:
    """Returns the name: user, host and folder, as the port and the kind of TLS may change."""
    return f"{address.user}@{address.host.lower()}/{address.path or 'INBOX'}"
