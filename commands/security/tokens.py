"""Signed tokens in the server's addresses: lower-case letters and digits, sometimes after a prefix.

A token is valid for one purpose only. It isn't stored, because the key is sufficient to make and
verify it.
"""

import base64
import binascii
import hmac
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from commands.content.messages import Subscription, SubscriptionKind
from commands.content.reply_claims import (
    DEPUTY_BIT,
    LOW_4_BITS,
    LOW_16_BITS,
    DigestClaims,
    MessageClaims,
    ReplyClaims,
)
from commands.security.keys.key_ring import KeyRing
from pbm.generations import Generations

MAC_BYTES = 10
REPLY = struct.Struct(">IHHB")
"""Board, epoch, ply, and a byte with the offer, the seat and whether it is the seat's deputy.

Together with the MAC these are 19 bytes, or 31 characters. That leaves 32 of the 64 characters of a
local part for the rest of the address.
"""
MESSAGE_PAIR = struct.Struct(">IIH")
"""Reader, writer and day."""
DIGEST_READER = struct.Struct(">II")
"""Reader and second."""
MAIL = struct.Struct(">Q")
"""The email's number in the outbox."""
SUBSCRIPTION = struct.Struct(">BII")
"""Kind, player, and board or writer."""
BOUNCE = "b."
CHAT = "c."
"""Prefix of a reply token in an email with chat. Text in a reply to it is chat, too."""
ASKING = "w."
"""Prefix of a reply token in an email that asks whether to send chat. A yes sends it."""
MESSAGE = "m."
DIGEST = "g."
"""Prefix of the token in a digest of several boards."""
PROBE = "d."
"""Prefix of the token in an email that `pbm doctor` sends to the server itself."""
UNSUBSCRIBE = "u."


@dataclass(frozen=True, slots=True)
class UnverifiedClaims:
    """The content of a reply token before verification. It must not be trusted."""

    board: int
    epoch: int
    ply: int
    place: int
    offer: int
    mac: bytes
    prefix: str = ""
    """The kind of the email replied to: CHAT, ASKING, or "" for any other kind."""

    @property
    def seat(self) -> int:
        """The seat of the player, or of the player for whom the deputy moves."""
        return self.place & ~DEPUTY_BIT

    @property
    def by_deputy(self) -> bool:
        """Whether the token was made for the deputy of the seat's player."""
        return bool(self.place & DEPUTY_BIT)


@dataclass(frozen=True, slots=True)
class UnverifiedMessage:
    """The content of a message token before verification. It must not be trusted."""

    reader: int
    writer: int
    day: int
    mac: bytes


@dataclass(frozen=True, slots=True)
class UnverifiedDigest:
    """The content of a digest token before verification. It must not be trusted."""

    reader: int
    second: int
    mac: bytes


@dataclass(frozen=True)
class TokenSigner:
    """Makes and verifies the tokens after the "+" of the server's address.

    A token is signed for a generation of the database, which ends when a backup is restored. It
    isn't valid for ids that were made after this generation ended.
    """

    keys: KeyRing
    generations: Callable[[], Generations] = Generations
    """Returns the database's generations. It is called each time, because an admin may add one."""

    def at(self, moment: datetime, mail: int | None = None) -> "TokenSigner":
        """Returns the signer of an email of this time.

        It caches tokens, because an email contains the same one several times.

        `mail`: the email's number in the outbox. The tokens are signed for the generation that
        queued it. So the email is the same, byte by byte, if it is sent again in a later
        generation.
        """
        generations = self.generations() if mail is None else self.generations().of_mail(mail)
        return _MailTokenSigner(self.keys.at(moment), lambda: generations)

    def reply(self, claims: ReplyClaims, prefix: str = "") -> str:
        """Returns a reply token for a player on a board at a ply.

        `prefix`: CHAT or ASKING. It isn't signed, because it gives no rights.
        """
        packed = REPLY.pack(
            claims.board,
            claims.epoch & LOW_16_BITS,
            claims.ply & LOW_16_BITS,
            _with_offer(claims.place, claims.offer),
        )
        return prefix + self._token("reply", packed, claims.stamp, claims.generation)

    def read_claims(self, label: str) -> UnverifiedClaims | None:
        """Returns the unverified content of a reply token, or None if it isn't one."""
        prefix = label[: len(CHAT)] if label.startswith((CHAT, ASKING)) else ""
        packed, mac = _split(label.removeprefix(prefix), REPLY.size)
        if not packed:
            return None
        board, epoch, ply, seat = REPLY.unpack(packed)
        offer, place = seat >> 4, seat & LOW_4_BITS
        return UnverifiedClaims(board, epoch, ply, place, offer, mac, prefix)

    def signed_generation(self, claims: UnverifiedClaims, stamp: str) -> int | None:
        """Returns the generation in which the claims were signed for this stamp, or None."""
        place = _with_offer(claims.place, claims.offer)
        packed = REPLY.pack(claims.board, claims.epoch, claims.ply, place)
        return self._generation("reply", packed, claims.mac, stamp, board=claims.board)

    def message(self, claims: MessageClaims) -> str:
        """Returns a token with which the reader of a message can reply to its writer."""
        packed = MESSAGE_PAIR.pack(claims.reader, claims.writer, claims.day & LOW_16_BITS)
        return MESSAGE + self._token(MESSAGE, packed, claims.stamp, self.generations().current)

    def read_message(self, label: str) -> UnverifiedMessage | None:
        """Returns the unverified content of a message token, or None if it isn't one."""
        if not label.startswith(MESSAGE):
            return None
        packed, mac = _split(label.removeprefix(MESSAGE), MESSAGE_PAIR.size)
        if not packed:
            return None
        reader, writer, day = MESSAGE_PAIR.unpack(packed)
        return UnverifiedMessage(reader, writer, day, mac)

    def verify_message(self, message: UnverifiedMessage, stamp: str) -> bool:
        """Whether the token was signed for a reader with this stamp."""
        packed = MESSAGE_PAIR.pack(message.reader, message.writer, message.day)
        latest = max(message.reader, message.writer)
        return self._generation(MESSAGE, packed, message.mac, stamp, player=latest) is not None

    def digest(self, claims: DigestClaims) -> str:
        """Returns a token with which the reader of a digest can give commands on its boards."""
        packed = DIGEST_READER.pack(claims.reader, claims.second)
        return DIGEST + self._token(DIGEST, packed, claims.stamp, self.generations().current)

    def read_digest(self, label: str) -> UnverifiedDigest | None:
        """Returns the unverified content of a digest token, or None if it isn't one."""
        packed, mac = _read(DIGEST, label, DIGEST_READER.size)
        if not packed:
            return None
        reader, second = DIGEST_READER.unpack(packed)
        return UnverifiedDigest(reader, second, mac)

    def digest_generation(self, digest: UnverifiedDigest, stamp: str) -> int | None:
        """Returns the generation in which the token was signed for this stamp, or None."""
        packed = DIGEST_READER.pack(digest.reader, digest.second)
        return self._generation(DIGEST, packed, digest.mac, stamp, player=digest.reader)

    def bounce(self, mail: int) -> str:
        """Returns the bounce token of an email. `mail`: its number in the outbox."""
        return self._make(BOUNCE, MAIL.pack(mail))

    def bounced(self, label: str) -> int | None:
        """Returns the number of the email in a bounce token, or None if the token isn't valid."""
        packed, mac = _read(BOUNCE, label, MAIL.size)
        mail = MAIL.unpack(packed)[0] if packed else 0
        return None if self._generation(BOUNCE, packed, mac, mail=mail) is None else mail

    def probe(self, number: int) -> str:
        """Returns the token of an email of `pbm doctor`."""
        return self._make(PROBE, MAIL.pack(number))

    def probed(self, label: str) -> int | None:
        """Returns the number in a token of `pbm doctor`, or None if the token isn't valid."""
        packed, mac = _read(PROBE, label, MAIL.size)
        valid = self._generation(PROBE, packed, mac) is not None
        return MAIL.unpack(packed)[0] if packed and valid else None

    def unsubscribe(self, subscription: Subscription) -> str:
        """Returns a token that ends a subscription."""
        return self._make(UNSUBSCRIBE, SUBSCRIPTION.pack(*subscription))

    def unsubscribed(self, label: str) -> Subscription | None:
        """Returns the subscription of an unsubscribe token, or None if the token isn't valid."""
        packed, mac = _read(UNSUBSCRIBE, label, SUBSCRIPTION.size)
        kind, player, about = SUBSCRIPTION.unpack(packed) if packed else (0, 0, 0)
        ids = {"player": player}
        if kind == SubscriptionKind.WRITER:
            ids = {"player": max(player, about)}
        elif kind != SubscriptionKind.ROUNDS:
            ids["board"] = about
        if self._generation(UNSUBSCRIBE, packed, mac, **ids) is None:
            return None
        return Subscription(SubscriptionKind(kind), player, about)

    def _make(self, purpose: str, packed: bytes) -> str:
        generation = self.generations().current
        return purpose + self._token(purpose, packed, "", generation)

    def _token(self, purpose: str, packed: bytes, stamp: str, generation: int) -> str:
        mac = _short(self.keys.digest(purpose, packed.hex(), *_bound(stamp, generation)))
        return _base32(packed + mac)

    def _generation(
        self, purpose: str, packed: bytes, mac: bytes, stamp: str = "", **ids: int
    ) -> int | None:
        """Returns the generation in which the token was signed, or None.

        Generations in which these ids can't have existed are skipped.
        """
        possible = self.generations().knowing(**ids)
        return next(
            (each for each in possible if self._signed(purpose, packed, mac, stamp, each)), None
        )

    def _signed(self, purpose: str, packed: bytes, mac: bytes, stamp: str, generation: int) -> bool:
        digests = self.keys.digests(purpose, packed.hex(), *_bound(stamp, generation))
        return any(hmac.compare_digest(mac, _short(digest)) for digest in digests)


@dataclass(frozen=True)
class _MailTokenSigner(TokenSigner):
    """Makes the tokens of one email. A token that the email repeats is made only once."""

    _made: dict[tuple[object, ...], str] = field(default_factory=dict, init=False)

    def _token(self, purpose: str, packed: bytes, stamp: str, generation: int) -> str:
        key = purpose, packed, stamp, generation
        if key not in self._made:
            self._made[key] = super()._token(*key)
        return self._made[key]


def subaddresses(addresses: Iterable[str]) -> tuple[str, ...]:
    """Returns the parts after the "+" in these addresses, if they have one [RFC 5233]."""
    parts = [each.lower().rpartition("@")[0].partition("+")[2] for each in addresses]
    return tuple(filter(None, parts))


def without_subaddress(address: str) -> str:
    """Returns an address without its subaddress, for logs and comparisons."""
    name, at, host = address.rpartition("@")
    return f"{name.partition('+')[0]}{at}{host}"


def _bound(stamp: str, generation: int) -> tuple[str, ...]:
    """Returns the values to which a token is bound.

    In the first generation, tokens aren't bound to a generation, because generations didn't exist
    yet.
    """
    return (stamp, str(generation)) if generation else (stamp,)


def _read(purpose: str, label: str, size: int) -> tuple[bytes, bytes]:
    return _split(label.removeprefix(purpose), size) if label.startswith(purpose) else (b"", b"")


def _with_offer(place: int, offer: int) -> int:
    """Returns a byte that combines the numbers of a place and of an offer."""
    return place | offer << 4


def _short(digest: str) -> bytes:
    return bytes.fromhex(digest)[:MAC_BYTES]


def _base32(content: bytes) -> str:
    return base64.b32encode(content).decode("ascii").rstrip("=").lower()


@lru_cache(maxsize=256)
def _split(label: str, size: int) -> tuple[bytes, bytes]:
    """Returns the content of a label and its MAC, or two empty values if the label is malformed."""
    try:
        content = base64.b32decode(label.upper() + "=" * (-len(label) % 8))
    except (binascii.Error, ValueError):
        return b"", b""
    if len(content) != size + MAC_BYTES or _base32(content) != label:
        return b"", b""
    return content[:size], content[size:]
