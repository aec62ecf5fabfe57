"""A certificate authority, and certificates for servers on this machine."""

import ssl
from datetime import UTC, datetime, timedelta

import trustme


class Authority:
    """An issuer of certificates, and those for a server on this machine."""

    def __init__(self, folder):
        self.ca = trustme.CA()
        self.file = folder / "authority.pem"
        self.ca.cert_pem.write_to_path(self.file)

    def tls(self, *names, expired=False):
        """Returns the TLS of a server with a certificate for these names, or for localhost."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        until = {"not_after": datetime.now(UTC) - timedelta(days=1)} if expired else {}
        self.ca.issue_cert(*(names or ("localhost", "127.0.0.1")), **until).configure_cert(context)
        return context
