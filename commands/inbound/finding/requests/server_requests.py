"""Finds requests to the server in people's own words, and the commands that carry them out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from commands.content.banners_and_actions import Action
from commands.inbound.finding.requests.appeals_to_admins import check_appeal
from commands.inbound.finding.requests.digest_wishes import digest_wish
from commands.inbound.finding.requests.list_replies import ListReplies
from commands.inbound.finding.requests.mail_wishes import MailWishes
from commands.inbound.finding.requests.rated_questions import check_rated
from commands.inbound.finding.requests.requests_about_games import GameRequests
from commands.inbound.finding.requests.topics_in_replies import (
    topic_lines,
    topics_among_lines,
    topics_in_reply,
)
from commands.inbound.finding.requests.vacation_requests import (
    vacation_end,
    vacation_or_account_line,
)
from commands.inbound.finding.tournaments.tournament_requests import ending_invitations
from commands.inbound.requests.request import Request
from commands.inbound.service.request_answers import topics_with_tournament
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.lines_for_somebody_else import asks_server
from commands.replies.sentences.wrapped_lines import unwrapped
from commands.replies.server.complete_lines import (
    RequestFacts,
    block_line,
    complete_line,
    deputy_line,
    may_block,
    told_player,
    with_data_first,
)
from commands.replies.server.games.rules_questions import asks_about_options
from commands.replies.server.misspelt_requests import respelt
from commands.replies.server.private_texts import private_reader
from commands.replies.server.server_request_error import ServerRequestError
from commands.replies.server.topics import clear_topics
from commands.replies.vocabulary.server import nouns
from commands.system.stored_types import UnitOfWork
from mail.reading.phrases.bounces import AWAY
from pbm.board.players import Player

CLEAR_IN_MAIL = (
    *(nouns.TOURNAMENT, nouns.BLOCK, nouns.VACATION),
    nouns.STANDINGS,
)
"""Services whose words are clear in an email to the server, although they also occur in chat."""


@dataclass(frozen=True)
class ServerRequests:
    """Finds the requests to the server in an email without a command."""

    work: UnitOfWork
    request: Request
    today: date

    @cached_property
    def owners(self) -> Sequence[str]:
        """Userids of the players who have the sender's address. Reading them locks the players."""
        return [owner.userid for owner in self.work.reachability.owners(self.request.to)]

    def in_reply(self) -> FoundCommands | None:
        """Returns the command that a reply asks the server for, or None if it asks for nothing.

        Raises ServerRequestError if the command isn't clear.
        """
        if ending := self.ending_vacation(()):
            return ending
        reader, others = self.people
        text = unwrapped("\n".join(self.request.parsed_mail.blocks))
        try:
            line = None if reader is None else self._asked(text, reader.userid, others)
        except ServerRequestError:
            if found := self.misspelt():
                return found
            raise
        if reader is None or line is None:
            return None
        about_games = GameRequests(self.request.replying, self._facts(reader.userid))
        lines = (*about_games.beside(line, text), *with_data_first(line, text))
        return FoundCommands(lines, is_prose=line.guessed)

    def in_reply_to_list(self, owners: Callable[[], Sequence[str]]) -> FoundCommands | None:
        """Returns the commands of a reply to the open challenges or to a ladder, or None."""
        if not self.request.parsed_mail.is_reply or len(owners()) != 1:
            return None
        player = self.work.players.find(owners()[0])
        replies = ListReplies(self.work, self.request, player, self.today) if player else None
        return replies.commands() if replies else None

    def on_digest(self) -> FoundCommands | None:
        """Returns the command about its reader that a reply to a digest has or asks for, or None.

        Raises ServerRequestError if the command isn't clear.
        """
        reader, _ = self.people
        if reader is None or self.request.digest is None:
            return None
        if asked := digest_wish(self.request.parsed_mail.blocks, reader.userid):
            return FoundCommands((asked,))
        return self.deputized(()) or self.in_reply()

    def deputized(self, owners: Sequence[str]) -> FoundCommands | None:
        """Returns the command that asks for the deputy whom an email names, or None."""
        reader, _ = self.people
        userids = [reader.userid] if reader else owners
        is_over = self.request.replying and self.request.replying.board.match.outcome
        if len(userids) != 1 or is_over:
            return None
        line = deputy_line(self.text, self._facts(userids[0]))
        return FoundCommands((line,), is_prose=True) if line else None

    def ending_vacation(self, owners: Sequence[str]) -> FoundCommands | None:
        """Returns the command that ends the writer's vacation, if the email asks for that.

        Only players who are on vacation, or have planned one, can ask.
        """
        reader, others = self.people
        userids = [reader.userid] if reader else owners
        if len(userids) != 1:
            return None
        names = {each.userid.lower() for each in others}
        line = vacation_end(self.work, self.text, userids[0], self.today, names)
        return FoundCommands((line,), is_prose=True) if line else None

    def blocking(self) -> FoundCommands | None:
        """Returns the command of an email that is only "block" or "unblock" and a player."""
        if not may_block(self.text):
            return None
        reader, _ = self.people
        userids = [reader.userid] if reader else self.owners
        line = block_line(self.text, self._facts(userids[0])) if len(userids) == 1 else None
        return FoundCommands((line,)) if line else None

    def misspelt(self) -> FoundCommands | None:
        """Returns the command of a reply whose words are misspelt, or None.

        Its writer has to confirm it.
        """
        reader, others = self.people
        replying, text = self.request.replying, "\n".join(self.request.parsed_mail.blocks)
        if not reader or (replying and replying.board.match.outcome):
            return None
        line = self._respelt(text, reader, others)
        return FoundCommands((line,), is_prose=line.guessed) if line else None

    def _respelt(self, text: str, reader: Player, others: Sequence[Player]) -> CommandLine | None:
        """Returns the command of a text with misspelt words, or None if it has none."""
        if not (text := respelt(text)):
            return None
        names = {each.userid.lower() for each in others}
        if typed := vacation_or_account_line(text, reader.userid, self.today, names):
            return CommandLine(typed, in_body=True, guessed=True)
        try:
            return self._asked(text, reader.userid, others)
        except ServerRequestError:
            return None

    def changing(self, text: str) -> CommandLine | None:
        """Returns the complete command of a line below a move, or None.

        The command changes something, or the line clearly asks the server.
        """
        reader, others = self.people
        names = {each.userid.lower() for each in others}
        if reader is None:
            return None
        try:
            line = self._asked(text, reader.userid, others)
        except ServerRequestError:
            line = self._respelt(text, reader, others)
        is_meant = line and (line.guessed or asks_server(text, names))
        return line if is_meant else None

    def fitting_commands(self, text: str) -> tuple[Action, ...]:
        """Returns the commands that fit the requests in a text next to a command."""
        reader, others = self.people
        if reader is None:
            return ()
        text, names = unwrapped(text), {each.userid.lower() for each in others}
        replying = self.request.replying
        if one := self._private_reader(text, others):
            return topic_lines(replying, reader, text, one).actions([nouns.MESSAGE])
        topics = topics_among_lines(text, names)
        return topic_lines(replying, reader, text).actions(topics) if topics else ()

    def tells_somebody_else(self, text: str) -> bool:
        """Whether a text is for a player who isn't its reader, or for only one of its readers."""
        reader, _ = self.people
        if self.is_for_one(text):
            return True
        return reader is not None and bool(told_player(text, self._facts(reader.userid)))

    def _asked(self, text: str, userid: str, others: Sequence[Player]) -> CommandLine | None:
        replying, facts = self.request.replying, self._facts(userid)
        about_games = GameRequests(replying, facts)
        if line := about_games.again(text):
            return line
        check_appeal(self.request.replying, text, others)
        if line := about_games.line(text):
            return line
        if told := self._private_reader(text, others) or told_player(text, facts):
            raise ServerRequestError([nouns.MESSAGE], text, who=told)
        if replying and (line := deputy_line(text, facts)):
            return line
        if replying and asks_about_options(text, replying.board.game):
            return CommandLine(f"{replying.board.game.name} help", in_body=True)
        topics = topics_in_reply(replying, text, {each.userid.lower() for each in others})
        return self._on_topics(topics, text, facts) if topics else None

    def _on_topics(self, topics: Sequence[str], text: str, facts: RequestFacts) -> CommandLine:
        """Returns the command that a text on these services asks for.

        Raises ServerRequestError if it isn't clear.
        """
        if line := ending_invitations(topics, text, facts.userid):
            return line
        check_rated(self.request.replying, topics, text)
        if line := complete_line(topics, text, facts):
            return line
        raise ServerRequestError(topics, text)

    def is_for_one(self, text: str) -> bool:
        """Whether a line of a text is for only one of several opponents."""
        reader, others = self.people
        return reader is not None and bool(self._private_reader(text, others))

    def _private_reader(self, text: str, others: Sequence[Player]) -> str:
        """Returns the only opponent of several for whom a reply about a board is, or ""."""
        names = {each.userid.lower() for each in others}
        return private_reader(text, names) if self.request.replying else ""

    def in_mail(self, owners: Sequence[str]) -> FoundCommands | None:
        """Returns the command that an email to the server asks for, or None if it isn't clear."""
        topics, parsed_mail = self._topics(), self.request.parsed_mail
        subject = parsed_mail.subject
        # a notice of absence has a text; "vacation until Friday" may be the subject of a request
        is_notice = AWAY.match(subject) and len(subject.split()) > 1 and parsed_mail.blocks
        if len(owners) != 1 or is_notice:
            return None
        if told := self._told(owners[0]):
            return FoundCommands((told,))
        if ending := self.ending_vacation(owners):
            return ending
        is_read = bool(parsed_mail.blocks) and not self.request.digest
        wishes = MailWishes(self.work, self.text, self._facts(owners[0]))
        if lines := wishes.lines(topics, is_read=is_read):
            return FoundCommands(lines)
        if not topics:
            return None
        line = ending_invitations(topics, self.text, owners[0])
        others = [each for each in topics if each != nouns.CHALLENGE]  # that is a wish for a game
        line = line or self._line(others, self.text, owners[0])
        return FoundCommands(with_data_first(line, self.text)) if line else None

    def _told(self, userid: str) -> CommandLine | None:
        """Returns the message to another player that an email orders us to send, or None."""
        text, facts = "\n".join(self.request.parsed_mail.blocks), self._facts(userid)
        told = told_player(text, facts)
        line = f"message {facts.me} {told}"
        return CommandLine(line, text, in_body=True, guessed=True) if told else None

    @property
    def text(self) -> str:
        """The sender's own text. It includes the subject, unless that is the subject of a reply."""
        parsed_mail = self.request.parsed_mail
        subject = "" if parsed_mail.is_reply else parsed_mail.subject
        return "\n".join((subject, *parsed_mail.blocks))

    @cached_property
    def people(self) -> tuple[Player | None, Sequence[Player]]:
        """Returns the writer of a reply, if known, and the players who could be its readers."""
        replying, message = self.request.replying, self.request.message
        if replying and replying.registered_sender and not replying.deputy:
            return replying.player, replying.others
        if message and message.registered_sender and not replying:
            return message.reader, [message.writer]
        digest = self.request.digest
        if digest and digest.registered_sender and not replying:
            return digest.reader, []
        return None, []

    def is_named(self) -> bool:
        """Whether an email to the server clearly names a service."""
        return bool(clear_topics(self.text))

    def _topics(self) -> list[str]:
        return topics_with_tournament(self.work, self.text)

    def _line(self, topics: Sequence[str], text: str, userid: str) -> CommandLine | None:
        clear = [topic for topic in topics if topic in clear_topics(text)]
        if not clear and topics[:1] and topics[0] in CLEAR_IN_MAIL:
            clear = [topics[0]]
        return complete_line(clear, text, self._facts(userid)) if clear else None

    def _facts(self, userid: str) -> RequestFacts:
        _, others = self.people
        replying, find = self.request.replying, self.work.players.find
        return RequestFacts(
            userid,
            self.today,
            game=replying.board.game.name if replying else "",
            board=replying.board.number if replying else 0,
            others=[each.userid for each in others],
            is_player=lambda word: find(word) is not None,
            tournaments=self.work.tournaments.names,
        )
