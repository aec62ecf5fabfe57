"""Detects chat and messages by reply that a program seems to send.

They are repetitions of the last ones, or very many.
"""

from commands.security.rate_limiter import Limiter
from commands.security.rate_limits import LimitKind, claimed
from pbm.board.players import Player
from pbm.errors import NotAllowedError


def limit_replied_words(
    limiter: Limiter, player: Player, to: str, text: str, *, proved: bool
) -> None:
    """Counts a reply to some readers. Raises NotAllowedError if a program seems to write it.

    `to`: the key of the readers.
    `proved`: whether the player is proved by more than a reply address. Other people may have seen
    the address.
    """
    pair = _pair(player, to, proved=proved)
    same = f"{pair} {limiter.keys.digest('words', text)}"
    limiter.counts.lock(limiter.keys_of(LimitKind.REPLIED_WORDS, pair)[0])
    last = limiter.times(LimitKind.REPLIED_WORDS, pair)[-1:]
    if last and last == limiter.times(LimitKind.REPLIED_WORDS, same)[-1:]:
        raise NotAllowedError(
            "This message is the same as your last one, so we didn't send it again."
        )
    limiter.require(LimitKind.REPLIED_WORDS, pair)
    limiter.record(LimitKind.REPLIED_WORDS, same)


def counts_of_words(player: Player, to: str) -> tuple[tuple[LimitKind, str], ...]:
    """Returns the limits toward which a reply to these readers is counted.

    `to`: the key of the readers.
    """
    message = LimitKind.MESSAGE, claimed(str(player.id), proved=False)
    return (LimitKind.REPLIED_WORDS, _pair(player, to, proved=False)), message


def _pair(player: Player, to: str, *, proved: bool) -> str:
    return claimed(f"{player.id} {to}", proved=proved)
