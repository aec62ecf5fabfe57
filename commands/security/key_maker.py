"""Makes the rows of signing keys, encrypted with the site's key."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime

from commands.security.key_store import name_of
from commands.security.keys import KEY_BYTES, fingerprint
from commands.security.record_signing import public_key
from commands.security.site_key import SiteKey
from storage.admin.signing_keys import Purpose, SigningKey


@dataclass(frozen=True, slots=True)
class KeyMaker:
    """Makes keys at one moment."""

    site_key: SiteKey | None
    """None if they aren't encrypted."""
    now: datetime
    generation: int
    """The generation of the database."""

    @property
    def site_fingerprint(self) -> str:
        """The fingerprint of the site's key; empty if there is none."""
        return self.site_key.fingerprint if self.site_key else ""

    def reply(self, secret: bytes, until: datetime | None = None) -> SigningKey:
        """Returns a key of addresses and codes."""
        return with_secret(self._key("reply", fingerprint(secret), until), secret, self.site_key)

    def record(self, secret: bytes) -> SigningKey:
        """Returns a key of records."""
        return with_secret(self._key("record", public_key(secret)), secret, self.site_key)

    def _key(self, purpose: Purpose, name: str, until: datetime | None = None) -> SigningKey:
        return SigningKey(
            purpose=purpose,
            fingerprint=name,
            secret="",
            sealed=False,
            begun=self.now,
            until=until,
            generation=self.generation,
        )


def new_secret() -> bytes:
    """Returns a random secret."""
    return secrets.token_bytes(KEY_BYTES)


def with_secret(key: SigningKey, secret: bytes, site_key: SiteKey | None) -> SigningKey:
    """Returns a key with its secret as it is stored."""
    stored = site_key.seal(secret, name_of(key)) if site_key else secret.hex()
    return replace(key, secret=stored, sealed=site_key is not None)
