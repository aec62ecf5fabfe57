"""The commands that fit the services which a request names."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.content.banners_and_actions import Action
from commands.replies.vocabulary.server import nouns
from commands.system.secrets.secret import NONE

MAX_LINES = 7
"""Maximum number of commands that an answer names."""
FIND_OPPONENT = ("Find an opponent", "{game} seek {me}")
PLAY_ROBOT = ("Play a robot (levels 1 to 10)", "{game} robot challenge 1 {userid}")
SEE_LADDER = ("See the ladder", "{game} ladder")
DELETE_ACCOUNT = (
    "Delete your account (records of your games stay, without your userid)",
    "signoff {me}",
)
RUNNING_GAMES = ("See your games in progress", "all show {userid} active")
ALL_GAMES = ("See all games that you can play", "list")
LINES = {
    nouns.SEEK: (
        FIND_OPPONENT,
        ("See who is looking for an opponent", "seeks"),
        PLAY_ROBOT,
    ),
    nouns.LADDER: (
        SEE_LADDER,
        ("Join the ladder", "{game} ladder join {me}"),
        ("Leave the ladder", "{game} ladder leave {me}"),
    ),
    nouns.TOURNAMENT: (
        ("See all tournaments and which of them you can join", "tournaments"),
        ("See the players and standings of a tournament (replace NAME)", "tournament NAME"),
        ("Join a tournament (replace NAME)", "tournament NAME join {me}"),
        ("Leave a tournament (replace NAME)", "tournament NAME leave {me}"),
        ("Get emails about new tournaments", "change tournaments {me} on"),
        ("Stop emails about new tournaments", "change tournaments {me} off"),
    ),
    nouns.HELP: (("Get help", "help"),),
    nouns.ENTERED: (
        ("See the terms and players of the tournament", "tournament NAME"),
        ("Leave the tournament", "tournament NAME leave {me}"),
    ),
    nouns.DEPUTY: (
        (
            "Let another registered player move for you (replace WHO and UNTIL)",
            "deputy {me} WHO UNTIL",
        ),
        ("End this", "deputy {me} off"),
        ("Stop moving for another player (replace WHO)", "deputy {me} off WHO"),
    ),
    nouns.VACATION: (
        ("Pause your clocks (replace UNTIL with a date)", "vacation {me} UNTIL"),
        ("End your vacation", "vacation {me} off"),
    ),
    nouns.ZONE: (("Set your time zone (replace CITY)", "change zone {me} CITY"),),
    nouns.SLEEP: (
        (
            "Set your sleeping hours, so that no deadline falls at night (replace the hours)",
            "change sleep {me} 22-7",
        ),
        ("End this", "change sleep {me} off"),
    ),
    nouns.DELIVERY: (
        ("Get one email a day", "change delivery {me} daily"),
        ("Get only urgent emails", "change delivery {me} urgent"),
        ("Get each email immediately", "change delivery {me} each"),
        ("See how to stop all emails", "unsubscribe"),
    ),
    nouns.REMINDERS: (
        ("See your deadline, and when we start to remind you", "{game} show {board}"),
        (
            "Pause your clocks, which also stops the reminders (replace UNTIL with a date)",
            "vacation {me} UNTIL",
        ),
        ("Get only urgent emails, which include reminders", "change delivery {me} urgent"),
    ),
    nouns.FORMAT: (
        ("Get text without HTML", "change format {me} text"),
        ("Get boards described in sentences, for screen readers", "change format {me} spoken"),
        ("Get text and HTML", "change format {me} both"),
    ),
    nouns.MUTE: (
        ("Get emails about a game only when you have to move", "{game} mute {board} {me}"),
        ("Get only urgent emails about all games", "change delivery {me} urgent"),
    ),
    nouns.LEAVE: (
        ("See how to get fewer emails, or none", "unsubscribe"),
        DELETE_ACCOUNT,
    ),
    nouns.NOTE: (("Save the text of your email as a private note", "{game} note {board} {me}"),),
    nouns.OWN_NOTE: (("See your private note on a game", "{game} note {board} {me}"),),
    nouns.REMATCH: (("Play a finished game again", "{game} rematch {board} {me}"),),
    nouns.DATA: (
        ("Get all the data that we have about you", "mydata {me}"),
        DELETE_ACCOUNT,
    ),
    nouns.BLOCK: (
        ("Block messages, chat and challenges from a player (replace WHO)", "block {me} WHO"),
        ("End this", "unblock {me} WHO"),
    ),
    nouns.ADDRESS: (
        ("Change your address (replace NEW@ADDRESS)", "change address {me} NEW@ADDRESS"),
    ),
    nouns.PASSWORD: (
        ("Get a code for a new password", "forgot {userid}"),
        ("Change your password", "change password {userid} CURRENT NEW"),
    ),
    nouns.SIGNUP: (("See how to begin", "help tutorial"),),
    nouns.STANDINGS: (
        ("See the standings", "{game} standings"),
        SEE_LADDER,
    ),
    nouns.GAMES: (
        RUNNING_GAMES,
        ALL_GAMES,
    ),
    nouns.RULES: (("Read the rules", "{game} help"),),
    nouns.LAST_MOVE: (RUNNING_GAMES,),
    nouns.CATALOG: (ALL_GAMES,),
    nouns.CHALLENGE: (
        ("Challenge another player (replace WHO)", "{game} challenge {userid} WHO"),
        FIND_OPPONENT,
    ),
    nouns.MESSAGE: (("Send the text of your email to a player (replace WHO)", "message {me} WHO"),),
    nouns.REVIEW: (("See better moves in a finished game", "{game} review {board}"),),
    nouns.RECORD: (
        ("Get all moves of the game", "{game} record {board} text"),
        ("See the board", "{game} show {board}"),
    ),
    nouns.RATINGS: (
        ("Read how ratings work", "help ratings"),
        ("See the ratings of all players", "{game} standings"),
    ),
    nouns.CLOCKS: (
        ("See the deadline and the terms of the game", "{game} show {board}"),
        ("Read how clocks work", "help clocks"),
    ),
    nouns.RATED: (
        ("Read how ratings work", "help ratings"),
        ("Start an unrated game (replace WHO)", "{game} challenge -unrated {userid} WHO"),
    ),
    nouns.RESIGNING: (
        ("Resign this game", "{game} resign {board} {me}"),
        ("Pause your clocks (replace UNTIL with a date)", "vacation {me} UNTIL"),
    ),
    nouns.POSITION: (
        ("See the board and the moves so far", "{game} show {board}"),
        ("Ask to take back your last move", "{game} undo {board} {me}"),
        ("Read the rules", "{game} help"),
    ),
    nouns.CHALLENGED: (
        ("Refuse all new challenges in this game", "{game} reject {me}"),
        ("Accept them again", "{game} accept {me}"),
        ("Limit the number of your games (replace N)", "{game} limit {me} N"),
        ("Block messages, chat and challenges from a player (replace WHO)", "block {me} WHO"),
        ("Read about challenges", "help challenge"),
    ),
    nouns.CALENDAR: (
        ("Stop calendar entries", "change calendar {me} off"),
        ("Get calendar entries", "change calendar {me} on"),
    ),
    nouns.VISIBILITY: (
        ("Hide your games from everybody except your opponents", "change visibility {me} private"),
        ("Show your games to members only", "change visibility {me} members"),
    ),
    nouns.LIMIT: (("Limit the number of your games (replace N)", "{game} limit {me} N"),),
    nouns.ROBOT: (PLAY_ROBOT,),
    nouns.REPORT: (
        ("Block messages, chat and challenges from a player (replace WHO)", "block {me} WHO"),
        ("See who can see your games and your address", "help privacy"),
    ),
    nouns.RESULT: (
        ("Play the finished game again", "{game} rematch {board} {me}"),
        ("See the game and how it ended", "{game} show {board}"),
    ),
}
"""Commands by service, each preceded by its purpose."""


FOR_STRANGERS = (
    nouns.LADDER,
    nouns.TOURNAMENT,
    nouns.STANDINGS,
    nouns.CATALOG,
    nouns.SEEK,
)
"""Services about which people ask who aren't registered."""


@dataclass(frozen=True)
class TopicLines:
    """Makes the commands of a player."""

    game: str
    userid: str
    board: int | None = None
    """The board of the email replied to, or None."""
    who: str = ""
    """The userid of the player whom the request names, or ""."""
    tournament: str = ""
    """The name of the tournament that the request names, or ""."""

    def actions(self, topics: Sequence[str]) -> tuple[Action, ...]:
        """Returns the commands for these services."""
        if nouns.DEPUTY in topics:  # somebody who isn't registered can't be a deputy
            topics = (*topics, nouns.VACATION)
        lines = dict.fromkeys(each for topic in topics for each in LINES[topic])
        actions = [
            Action(label=self._label(label), line=self._filled(line)) for label, line in lines
        ]
        return tuple({each.line: each for each in actions}.values())[:MAX_LINES]

    def _label(self, label: str) -> str:
        if self.who:
            label = label.replace(" (replace WHO)", "").replace("WHO and UNTIL", "UNTIL")
        return label.replace(" (replace NAME)", "") if self.tournament else label

    def _filled(self, line: str) -> str:
        me, board = f"{self.userid} {NONE}", self.board or "BOARD"
        known = {"WHO": self.who, "NAME": self.tournament}
        words = line.format(game=self.game, userid=self.userid, me=me, board=board).split()
        return " ".join(known.get(word) or word for word in words)
