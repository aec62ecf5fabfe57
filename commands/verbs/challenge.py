"""Starting a game."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from commands.answer import Answer
from commands.command import GameCommand
from commands.grammar import Many, Options
from commands.said import Said, Several
from commands.session import Session, demand_welcome
from pbm.board import Board, Player, Terms
from pbm.match import Match
from pbm.options import kinds, read_options
from pbm.refusal import Illegal, NotAllowed, Usage
from pbm.wording import counted, listing


@dataclass(frozen=True)
class Challenge(GameCommand):
    """Starts a game between players; the first one named moves first.

    The game begins at once. Whoever doesn't want it resigns before their own first move, and the
    board is removed. Options begin with a single dash and depend on the game ("help GAME"); those
    of time begin with two, and are in days.
    """

    names: ClassVar = ("challenge",)
    also: ClassVar = ("chall",)
    example: ClassVar = "{game} challenge alice bob"

    options: Annotated[tuple[str, ...], Options("[-OPTION[=VALUE]...] [--TIMEOPTION=DAYS...]")]
    userids: Annotated[tuple[str, ...], Many("USERID USERID [USERID]", 1)]

    def run(self, session: Session) -> Answer:
        """The answer is the board, as its first player sees it."""
        asked, terms = self._split_options()
        options = read_options(self.game.options, asked, self.game.title)
        if self.game.by_hand(options):
            terms = replace(terms, unrated=True)
        players = self._players(session)
        orders = [players, players[::-1]] if terms.pair else [players]
        boards = [self._open(session, order, options, terms) for order in orders]
        notices = [
            notice
            for board in boards
            for notice in session.tell(board, session.said_of(board, news=_news(board)))
        ]
        return Answer(_answer(session, boards), _data(boards), tuple(notices))

    def _split_options(self) -> tuple[list[str], Terms]:
        """The options that belong to the game, and the terms that every challenge may have."""
        everywhere = {word for name, kind in kinds(Terms).items() for word in kind.words(name)}
        ours = [word for word in self.options if _is_ours(word, everywhere)]
        theirs = [word for word in self.options if word not in ours]
        return theirs, read_options(Terms, ours, "A challenge")

    def _players(self, session: Session) -> tuple[Player, ...]:
        wanted = len(self.game.seats)
        if len(self.userids) != wanted:
            named = counted(len(self.userids), "userid")
            raise Usage(
                f"{self.game.title} is played by {wanted}, and {named} "
                f"{'was' if len(self.userids) == 1 else 'were'} given. Usage:\n"
                f"  {self.game.name} challenge {' '.join(['USERID'] * wanted)}"
            )
        players = tuple(session.player(userid) for userid in self.userids)
        if len({player.id for player in players}) < wanted:
            raise NotAllowed("Each seat needs a player of its own, and one was named twice.")
        for player in players:
            demand_welcome(player)
        _check_sender(session, players)
        return players

    def _open(
        self, session: Session, players: tuple[Player, ...], options: object, terms: Terms
    ) -> Board:
        if terms.pair and len(players) != 2:
            raise Illegal(f"-pair is for two players, and {self.game.title} has {len(players)}.")
        match = Match.begin(self.game, self.game.resolve(options, session.seed()))
        board = session.work.boards.open(players, match, terms, session.now())
        session.about = board
        return board


def _is_ours(word: str, everywhere: set[str]) -> bool:
    return word.startswith("--") or word[1:].partition("=")[0].lower() in everywhere


def _check_sender(session: Session, players: tuple[Player, ...]) -> None:
    if session.speaker.address and not _sender(session, players):
        names = listing([player.userid for player in players], "or")
        raise NotAllowed(
            "A challenge must come from one of its players,\n"
            f"and the address that you write from is not registered for {names}."
        )


def _sender(session: Session, players: tuple[Player, ...]) -> Player | None:
    address = session.speaker.address
    return next((player for player in players if player.has_address(address)), None)


def _answer(session: Session, boards: list[Board]) -> Said:
    sender = _sender(session, boards[0].players)
    to = sender.userid if sender else ""
    said = tuple(
        (_title(board), session.said_of(board, to=to, news=_news(board))) for board in boards
    )
    if len(said) == 1:
        return said[0][1]
    return Several(subject=f"{boards[0].game.title}: two boards", parts=said)


def _title(board: Board) -> str:
    return f"{board.game.title} Board {board.number}"


def _news(board: Board) -> str:
    seats = [
        f"{player.userid} plays {seat.name}"
        for player, seat in zip(board.players, board.game.seats, strict=True)
    ]
    return (
        f"A new game begins: {listing(seats)}. "
        "Whoever doesn't want it resigns before their first move."
    )


def _data(boards: list[Board]) -> dict[str, Any]:
    data: dict[str, Any] = {"game": boards[0].game.name, "board": boards[0].number}
    if len(boards) > 1:
        data["boards"] = [board.number for board in boards]
    return data
