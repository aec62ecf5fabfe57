"""Mails with traces that can be checked: moves on many boards, chats, and new players."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from commands.messages.reply_claims import claims_of
from commands.security.passwords import Passwords
from pbm import games
from pbm.board import Terms
from pbm.match import Match
from pbm.secret import Secret
from storage import open_database
from tests.crash.load import Chain
from tests.support.keys import token_signer
from tests.support.site import ADDRESS, simple_mail

PLIES = 12
"""The plies played on each board, unless the game ends before."""
PASSWORD = "kH7-qw2z"
GAME = games.find("knightpanic")


@dataclass(frozen=True)
class PreparedMail:
    """A mail with its Message-ID, which stays the same at each try."""

    id: str
    sender: str
    recipient: str
    content: bytes
    nonce: str = ""
    opponent: str = ""
    number: int = 0
    """The number of the board on which it makes a move."""
    ply: int | None = None
    """The ply before that move; None if it makes none."""

    @property
    def brings(self):
        """Returns the number of mails it causes: the answer, and a notification to any opponent."""
        return 1 + bool(self.opponent)


def prepare(data, url, chance, boards):
    """Creates boards in a new data folder and its database; returns the mails to send."""
    data.mkdir()
    database = open_database(url)
    writing = PlayerMails(token_signer(database, data), chance)
    with database.work() as work:
        pairs = [_players(work, number) for number in range(max(boards // 4, 1))]
        chains = [
            chain for _ in range(boards) for chain in writing.board(work, chance.choice(pairs))
        ]
    database.close()
    return [*chains, *(writing.signup(f"rook{number}") for number in range(boards // 2))]


def _players(work, number):
    hashed = Passwords().hash(Secret(PASSWORD), "")
    names = [f"{seat}{number}" for seat in ("first", "second")]
    at = datetime.now(UTC)
    return [work.players.add(name, hashed, [f"{name}@example.org"], at) for name in names]


class PlayerMails:
    """Writes mails, each with a unique word."""

    def __init__(self, tokens, chance):
        self._tokens = tokens
        self._chance = chance
        self._count = 0

    def board(self, work, players):
        """Creates a board; returns its moves, and its chats."""
        match, at = Match.begin(GAME, GAME.resolve(GAME.options(), 1)), datetime.now(UTC)
        board = work.boards.open(players, match, Terms(), at)
        line = self._line(match)
        moves = [self._move(board, ply, move) for ply, move in enumerate(line)]
        yield Chain(moves, lambda work: _check_board(work, board.number, line))
        chats = [self._chat(board, seat) for seat in range(2)]
        yield Chain(chats, lambda _: None)

    def signup(self, name):
        line = f"signup {name} {PASSWORD}"
        mail = self._written(f"{name}@example.org", ADDRESS, line, "")
        return Chain([mail], lambda work: _check_player(work, name))

    def _line(self, match):
        line = []
        while len(line) < PLIES and not match.outcome:
            line.append(self._chance.choice(match.legal))
            match = match.play(line[-1], datetime.now(UTC), "-")
        return line

    def _move(self, board, ply, move):
        """Returns a move by reply, or at times with a password."""
        seat = ply % 2
        if self._chance.random() < 0.8:
            mail = self._said(board, seat, ply, "Re: a board", move)
        else:
            name = board.players[seat].userid
            line = f"{GAME.name} move {board.number} {name} {PASSWORD} {move}#{ply + 1}"
            mail = self._said(board, seat, None, line, "")
        return replace(mail, number=board.number, ply=ply)

    def _chat(self, board, seat):
        line = f"{GAME.name} chat {board.number} {board.players[seat].userid} {PASSWORD}"
        return self._said(board, seat, None, line, "")

    def _said(self, board, seat, ply, subject, first):
        author, other = (board.players[each].addresses[0] for each in (seat, 1 - seat))
        to = ADDRESS if ply is None else self._reply_to(board, seat, ply)
        return self._written(author, to, subject, first, other)

    def _reply_to(self, board, seat, ply):
        claims = claims_of(board).for_seat(seat).model_copy(update={"ply": ply})
        name, _, host = ADDRESS.partition("@")
        return f"{name}+{self._tokens.reply(claims)}@{host}"

    def _written(self, sender, to, subject, first, opponent=""):
        self._count += 1
        id, nonce = f"<{self._count}@load.test>", f"nonce{self._count}"
        body = f"{first}\n\n{nonce}\n" if opponent else ""
        content = simple_mail(sender, subject, body, Message_ID=id)
        return PreparedMail(id, sender, to, content, nonce, opponent)


def _check_board(work, number, line):
    assert list(work.boards.find(GAME.name, number).match.moves) == line, number


def _check_player(work, name):
    assert work.players.find(name), name
