"""What a command may use while it runs: the unit of work, the time, and who is speaking."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from commands.accounts.reachability import heard
from commands.accounts.robots import demand_person, robot_of
from commands.context.authentication import check_current, check_ready, demand_welcome
from commands.context.caller import MustConfirmError, Speaker
from commands.context.policy import Policy
from commands.messages.content import BoardSaid, ChatSaid
from commands.messages.response import Notice
from commands.messages.snapshot import about
from commands.security.lockout import Guess, check_open
from commands.security.one_time_codes import Codes
from commands.security.passwords import Passwords
from commands.security.record_signing import Signer
from commands.solver.prover import Prover
from pbm.board import Board, Player
from pbm.clock import Clock
from pbm.errors import NotYours, Unknown, Unreadable
from pbm.games import AnyGame
from pbm.ports import Work
from pbm.secret import Secret
from pbm.wording import did_you_mean, shown


@dataclass
class Session:
    """The surroundings of one line."""

    work: Work
    clock: Clock
    seed: Callable[[], int]
    """Gives a number from which a new board's chances are drawn."""
    passwords: Passwords
    codes: Codes
    policy: Policy
    signer: Signer
    prover: Prover
    site: str
    """The server's address, by which records name it."""
    speaker: Speaker
    comment: str = ""
    """What was written besides the command."""
    about: Board | None = field(default=None, init=False)
    """The board that the line turned out to be about."""
    proven: list[Player] = field(default_factory=list, init=False)
    """Players, as they were before, who have shown that mail and they find each other."""
    wrong: list[Guess] = field(default_factory=list, init=False)
    """Passwords and codes that weren't right."""

    _held: Board | None = field(default=None, init=False)
    _watchers: dict[tuple[str, int], Sequence[Player]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._held = self.speaker.board

    def now(self) -> datetime:
        """The present moment."""
        return self.clock.now()

    def must_confirm(self, *addresses: str) -> bool:
        """Whether it isn't proven that whoever writes has these addresses; the shell is trusted."""
        speaker = self.speaker
        if not (self.policy.confirm and speaker.address) or speaker.confirmed:
            return False
        return any(address.lower() != speaker.vouched.lower() for address in addresses)

    def find(self, userid: str) -> Player | None:
        """The player of this userid; one who hasn't confirmed an address in time is none."""
        found = self.work.players.find(userid)
        if found is None:
            return robot_of(self.work, userid, self.now())
        if found.confirmed or found.gone:
            return found
        self.work.players.free(self.now())
        return self.work.players.find(userid)

    def player(self, userid: str) -> Player:
        """The player of this userid, in a command without passwords."""
        found = self.find(userid)
        if found is None:
            guess = did_you_mean(userid, self.work.players.near(userid))
            raise Unknown(
                f'Nobody is registered as "{shown(userid)}".{guess}\n'
                "Names are registered with: signup USERID PASSWORD"
            )
        return found

    def prove(self, userid: str, password: Secret) -> Player:
        """The player who is speaking. The refusals quote nothing: a password may stand anywhere."""
        player = self.find(userid)
        if player is None:
            raise Unknown("The word in the place of USERID is no registered player's.")
        if not self.speaker.admin:
            demand_person(player)
        if not player.gone and not self.speaker.admin:
            self._check(player, password)
        check_ready(player)
        return self.hear(player) if self.speaker.address else player

    def hear(self, player: Player) -> Player:
        """The player, to be reached again if that was in doubt."""
        self.proven.append(player)
        heard(self.work, player, self.now())
        return replace(player, unreachable=None)

    def prove_by_reply(self, board: Board, userid: str, *, lasting: bool) -> Player:
        """The player for whom the address speaks that was replied to, on its board alone."""
        ticket = self.speaker.ticket
        assert ticket is not None  # noqa: S101 - asked for by those alone who have one
        player = board.players[ticket.seat] if ticket.board == board.id else None
        if player is None or player.userid.lower() != userid.lower():
            if self.speaker.vouched:
                return self.prove(userid, Secret("-"))
            raise NotYours(
                "A reply speaks for one player on one board, and this is another: "
                "write the password in the place of the dash."
            )
        check_ready(player)
        demand_welcome(player)
        if not lasting:
            check_current(board, ticket)
        if not (self.speaker.own or self.speaker.confirmed):
            raise MustConfirmError(player)
        return self.hear(player)

    def text(self) -> str:
        """What was written besides the command: a mail's body, or what the shell was given."""
        return self.comment or self.speaker.read()

    def secret(self, password: Secret) -> Secret:
        """The password given; at a terminal, the door has asked for it where a dash stood."""
        if password == Secret("-"):
            raise Unreadable(
                "A lone dash stands for the password at a terminal, or in a reply about your own "
                "board;\nhere, write the password in its place."
            )
        return password

    def board(self, game: AnyGame, number: int) -> Board:
        """A board to look at."""
        return self._found(self.work.boards.find(game.name, number), game, number)

    def hold(self, game: AnyGame, number: int) -> Board:
        """A board to change."""
        board, self._held = self._held, None
        if not board or (board.game.name, board.number) != (game.name, number):
            board = self.work.boards.hold(game.name, number)
        return self._found(board, game, number)

    def seat(self, board: Board, player: Player) -> int:
        """Where this player sits on the board."""
        seat = board.seat_of(player)
        if seat is None:
            players = " and ".join(other.userid for other in board.players)
            raise NotYours(
                f"{player.userid} doesn't play on {board.game.title} board {board.number}; "
                f"{players} do."
            )
        return seat

    def said_of(
        self, board: Board, *, to: str = "", news: str = "", ply: int | None = None
    ) -> BoardSaid:
        """How a board stands, and who watches it."""
        watchers = tuple(player.userid for player in self._watching(board))
        said = about(board, to=to, news=news, ply=ply)
        return said.model_copy(update={"watchers": watchers}) if watchers else said

    def tell(
        self, board: Board, said: BoardSaid | ChatSaid, *, writer: Player | None = None
    ) -> tuple[Notice, ...]:
        """What players and watchers of a board are to be told, each under their own name.

        Whoever blocks the writer isn't.
        """
        told = {player.id: player for player in (*board.players, *self._told(board))}
        return tuple(
            Notice(player.addresses, _addressed(said, board, player))
            for player in told.values()
            if writer is None or writer.id not in self.work.blocks.by(player)
        )

    def _told(self, board: Board) -> Iterator[Player]:
        """Those who watch, at the end also those who wanted to hear of that alone."""
        yield from self._watching(board)
        if board.match.outcome or board.removed:
            yield from self.work.watches.of(board.game.name, board.number, end_only=True)

    def _watching(self, board: Board) -> Sequence[Player]:
        """Those who watch; asked for once, as no line changes it for boards that it tells of."""
        key = board.game.name, board.number
        if key not in self._watchers:
            self._watchers[key] = self.work.watches.of(*key, end_only=False)
        return self._watchers[key]

    def _check(self, player: Player, password: Secret) -> None:
        if not (password == Secret("-") and player.has_address(self.speaker.vouched)):
            self._check_word(player, self.secret(password))
        demand_welcome(player)

    def _check_word(self, player: Player, password: Secret) -> None:
        """What was right a moment ago needs no look at guesses: they'd have made it forgotten."""
        guess = Guess("password", player.userid, self.speaker.address)
        known = guess.who, password, player.password_hash, self.now()
        if self.passwords.knows(*known):
            return
        check_open(self, guess, player)
        if not self.passwords.match(*known):
            self.wrong.append(guess)
            raise NotYours(f"That isn't {player.userid}'s password.")

    def _found(self, board: Board | None, game: AnyGame, number: int) -> Board:
        if board is None:
            raise Unknown(
                f"There is no {game.title} board {number}.\n"
                f'"{game.name} games USERID" lists a player\'s boards.'
            )
        self.about = board
        if board.removed:
            raise Unknown(f"{game.title} board {number} was removed: {board.removed}.")
        return board


def _addressed(said: BoardSaid | ChatSaid, board: Board, player: Player) -> BoardSaid | ChatSaid:
    """The same to this player; whoever only watches may unsubscribe."""
    watches = None if board.seat_of(player) is not None else (player.id, board.id)
    return said.model_copy(update={"to": player.userid, "unsubscribe": watches})
