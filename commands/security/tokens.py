"""Signed words that stand in our own addresses: small letters and digits, bound to their purpose.

Nothing is kept of them: whoever has a key makes them anew, and knows them again.
"""

import base64
import binascii
import hmac
import struct
from collections.abc import Iterable
from dataclasses import dataclass

from commands.messages.reply_claims import LOW_16_BITS, ReplyClaims
from commands.security.keys import KeyRing

MAC_BYTES = 10
REPLY = struct.Struct(">IHHB")
"""Board, epoch, ply, seat: with the hash 19 bytes, which leave 32 letters for our own name."""
MAIL = struct.Struct(">Q")
WATCH = struct.Struct(">II")

BOUNCE = "b."
UNSUBSCRIBE = "u."


@dataclass(frozen=True, slots=True)
class UnverifiedClaims:
    """What a reply token says of itself; true only if it is signed for the seat's player."""

    board: int
    epoch: int
    ply: int
    seat: int
    mac: bytes


@dataclass(frozen=True)
class TokenSigner:
    """Makes and knows the words after the + in our address."""

    keys: KeyRing

    def reply(self, claims: ReplyClaims) -> str:
        """For one player on one board at one ply."""
        packed = REPLY.pack(
            claims.board, claims.epoch & LOW_16_BITS, claims.ply & LOW_16_BITS, claims.seat
        )
        return _base32(packed + self._mac("reply", packed, claims.stamp))

    def read_claims(self, label: str) -> UnverifiedClaims | None:
        """What a reply token says, not yet checked; None for what is none."""
        packed, mac = _split(label, REPLY.size)
        if not packed:
            return None
        board, epoch, ply, seat = REPLY.unpack(packed)
        return UnverifiedClaims(board, epoch, ply, seat, mac)

    def verify(self, claim: UnverifiedClaims, stamp: str) -> bool:
        """Whether the claim was signed for a player of this stamp."""
        packed = REPLY.pack(claim.board, claim.epoch, claim.ply, claim.seat)
        return self._signed("reply", packed, claim.mac, stamp)

    def bounce(self, mail: int) -> str:
        """For the mail of this number in the outbox: where its bounces go."""
        return self._make(BOUNCE, MAIL.pack(mail))

    def bounced(self, label: str) -> int | None:
        """The number of the mail that a bounce is about."""
        packed = self._read(BOUNCE, label, MAIL.size)
        return MAIL.unpack(packed)[0] if packed else None

    def unsubscribe(self, player: int, board: int) -> str:
        """For one who watches a board, or with board 0 gets what is sent to everybody."""
        return self._make(UNSUBSCRIBE, WATCH.pack(player, board))

    def unsubscribed(self, label: str) -> tuple[int, int] | None:
        """The player and the board."""
        packed = self._read(UNSUBSCRIBE, label, WATCH.size)
        return WATCH.unpack(packed) if packed else None

    def _make(self, purpose: str, packed: bytes) -> str:
        return purpose + _base32(packed + self._mac(purpose, packed))

    def _read(self, purpose: str, label: str, size: int) -> bytes:
        if not label.startswith(purpose):
            return b""
        packed, mac = _split(label.removeprefix(purpose), size)
        return packed if packed and self._signed(purpose, packed, mac) else b""

    def _mac(self, purpose: str, packed: bytes, stamp: str = "") -> bytes:
        return _short(self.keys.digest(purpose, packed.hex(), stamp))

    def _signed(self, purpose: str, packed: bytes, mac: bytes, stamp: str = "") -> bool:
        digests = self.keys.digests(purpose, packed.hex(), stamp)
        return any(hmac.compare_digest(mac, _short(digest)) for digest in digests)


def subaddresses(addresses: Iterable[str]) -> tuple[str, ...]:
    """What stands after the + in these addresses, where something does."""
    names = (address.lower().rpartition("@")[0] for address in addresses)
    return tuple(filter(None, (name.partition("+")[2] for name in names)))


def without_subaddress(address: str) -> str:
    """An address without what stands after the +, for logs, and for knowing our own."""
    name, at, host = address.rpartition("@")
    return f"{name.partition('+')[0]}{at}{host}"


def _short(digest: str) -> bytes:
    return bytes.fromhex(digest)[:MAC_BYTES]


def _base32(content: bytes) -> str:
    return base64.b32encode(content).decode("ascii").rstrip("=").lower()


def _split(label: str, size: int) -> tuple[bytes, bytes]:
    """The content and its hash; empty for what was never made by `_letters`."""
    try:
        content = base64.b32decode(label.upper() + "=" * (-len(label) % 8))
    except (binascii.Error, ValueError):
        return b"", b""
    if len(content) != size + MAC_BYTES or _base32(content) != label:
        return b"", b""
    return content[:size], content[size:]
