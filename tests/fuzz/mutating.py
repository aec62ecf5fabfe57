"""Mutations by whole words or lines: random changes of bytes seldom make any."""

import random
from collections.abc import Callable

import atheris

from commands.language import registry
from pbm.games import games
from tests.fuzz.seeds import REPLIES, SAID, seeds

MAX_CHANGES = 4


def mutators(target: str) -> dict[str, Callable[[bytes, int, int], bytes]]:
    """Returns the mutators of this target for atheris; none for moves, which are short."""
    if target == "moves":
        return {}
    if target == "lines":
        return {"custom_mutator": _by_pieces(b" ", _words())}
    lines = {line for seed in seeds(target) for line in seed.splitlines()}
    return {"custom_mutator": _by_pieces(b"\n", sorted(lines))}


def _words() -> list[bytes]:
    names = [name.encode() for kind in registry.commands() for name in kind.names]
    replied = [word for line in REPLIES for word in line.split()]
    return [*names, *(name.encode() for name in games()), *replied, *SAID * 2]


def _by_pieces(mark: bytes, known: list[bytes]) -> Callable[[bytes, int, int], bytes]:
    """Inserts, drops and changes pieces between marks, or bytes, as libFuzzer does."""

    def mutated(content: bytes, longest: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if not content or chance.random() < 0.3:
            return atheris.Mutate(content, longest)
        pieces = content[1:].split(mark)
        for _ in range(chance.randint(1, MAX_CHANGES)):
            at, dropped = chance.randrange(len(pieces) + 1), chance.randint(0, 2)
            pieces[at : at + dropped] = chance.choices(known, k=chance.randint(0, 2))
        return (_first(content, chance) + mark.join(pieces))[:longest]

    return mutated


def _first(content: bytes, chance: random.Random) -> bytes:
    """Returns the first byte, which may have its own meaning; seldom another one."""
    return content[:1] if chance.random() < 0.9 else bytes([chance.randrange(256)])
