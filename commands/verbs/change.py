"""Commands to change a player's password, addresses, mail format and calendar entries."""

from typing import Annotated, ClassVar

from commands.content.messages import TextMessage
from commands.content.response import Notification, Response
from commands.context.context import Context
from commands.language.command import ChangeCommand, Command
from commands.language.fields import Userid
from commands.language.slots import Choice, Literal, Many, One, Optional, PasswordSlot
from commands.players.address_confirmation import (
    new_address_message,
    request_address_confirmations,
    sent_to_note,
)
from commands.players.authentication import authenticate, given_password, mark_reachable
from commands.players.judging_evidence import needs_confirmation
from commands.players.preferences import CALENDARS, FORMAT, FORMAT_NAMES, ON, SWITCH, MailFormat
from commands.players.typed_addresses import check_addresses, read_addresses
from commands.system.secrets.secret import Secret
from pbm.board.players import Player
from pbm.wording import listing


class ChangePassword(Command):
    """Replaces your password.

    The new password needs at least 8 characters, without spaces, quotes or colons. It can't be your
    userid or a common password. We email all your addresses about the change.
    """

    irreversible: ClassVar = True
    example: ClassVar = "change password alice PASSWORD NEWPASSWORD"

    what: Annotated[str, Literal("password")]
    userid: Userid
    current: Annotated[Secret, PasswordSlot("CURRENT")]
    new: Annotated[Secret, One("NEW", Secret)]

    def run(self, context: Context) -> Response:
        """Changes the password. The response contains neither the old nor the new one."""
        player = authenticate(context, self.userid, self.current)
        hashed = context.passwords.hash(given_password(self.new), player.userid)
        context.work.players.change_password(player, hashed)
        return password_changed(player)


class ChangeAddress(ChangeCommand):
    """Replaces your addresses with these, or with the address that you write from.

    We email each new address. Reply yes to that email to confirm the address. We also email your
    old addresses about the change.
    """

    irreversible: ClassVar = True
    example: ClassVar = "change address alice PASSWORD alice@example.com"

    what: Annotated[str, Literal("address")]
    addresses: Annotated[tuple[str, ...], Many("[ADDRESS...]")]

    def effect(self) -> str:
        new = listing(self.addresses) or "the address that you write from"
        return f"This takes effect immediately. We'll then write only to {new}."

    def run(self, context: Context) -> Response:
        """Changes the addresses, or asks by email to confirm the new ones.

        The old addresses remain valid until a new one is confirmed.
        """
        player = authenticate(context, self.userid, self.password)
        usage = "change address USERID PASSWORD ADDRESS"
        addresses = _as_stored(
            player, read_addresses(context.caller.address, self.addresses, usage)
        )
        new = [address for address in addresses if address not in player.addresses]
        check_addresses(context.work, context.site, new, player)
        # A late yes to an earlier request mustn't undo this one.
        context.work.pending_confirmations.drop(player, "address")
        if not needs_confirmation(context, *new):
            return _moved(context, player, addresses)
        content = _waiting(player, addresses, new)
        response = request_address_confirmations(context, player, new, addresses, content)
        return response.with_notifications([_at_once(player.addresses, content)])


FORMAT_EFFECTS = {
    "both": "We'll send your emails as text and HTML, with drawings of the boards.",
    "text": "We'll send your emails only as text, without HTML.",
    "spoken": "We'll describe positions in sentences instead of drawings, for screen readers.",
    "classic": "We'll send your emails as text, with subjects that show whose turn it is.",
    "json": "We'll send your emails as text, with a file that programs can read.",
}


class ChangeFormat(ChangeCommand):
    """Sets the format of your emails.

    - both: text and HTML. This is the default.
    - text: only text.
    - spoken: sentences describe the position instead of a drawing.
    - classic: text, with subjects that show whose turn it is.
    - json: text, with the file pbm.json for programs. It has the position, legal moves, clocks and
      events.

    With both and spoken, you also get new deadlines for your calendar. Add nocalendar to get none,
    or calendar to get them in another format.
    """

    by_reply: ClassVar = True
    example: ClassVar = "change format alice PASSWORD classic"

    what: Annotated[str, Literal("format")]
    form: Annotated[str, Choice(FORMAT_NAMES)]
    calendar: Annotated[str, Optional(f"[{'|'.join(CALENDARS)}]", CALENDARS.__contains__, "")]

    def effect(self) -> str:
        return FORMAT_EFFECTS[self.form]

    def run(self, context: Context) -> Response:
        """Saves the format. The default is `both`."""
        player = authenticate(context, self.userid, self.password)
        before = MailFormat.read(context.work.preferences.get(player, FORMAT))
        return _format_response(context, player, before.renamed(self.form, self.calendar))


class ChangeCalendar(ChangeCommand):
    """Sets whether your emails have deadlines for the calendar of your email program.

    Each new deadline is attached as deadline.ics. Your calendar keeps one entry for each game, and
    removes it when the game ends. Turn this off if your email program shows the file as text.
    """

    by_reply: ClassVar = True
    example: ClassVar = "change calendar alice PASSWORD off"

    what: Annotated[str, Literal("calendar")]
    switch: Annotated[str, Choice(SWITCH)]

    def effect(self) -> str:
        if self.switch == ON:
            return "This adds calendar entries for your deadlines to your emails."
        return "This removes the calendar entries from your emails."

    def run(self, context: Context) -> Response:
        """Saves the choice as part of the mail format."""
        player = authenticate(context, self.userid, self.password)
        before = MailFormat.read(context.work.preferences.get(player, FORMAT))
        return _format_response(context, player, before.switched(calendar=self.switch == ON))


def _format_response(context: Context, player: Player, form: MailFormat) -> Response:
    """Saves the format, and returns a response that names it."""
    context.work.preferences.put(player, FORMAT, form.write(), context.now())
    deadlines = "with" if form.calendar else "without"
    text = (
        f"You'll get emails in the {form.name} format,\n"
        f"{deadlines} calendar entries for your deadlines."
    )
    data = {"userid": player.userid, "format": form.name, "calendar": form.calendar}
    return Response(TextMessage(subject="Format", text=text), data)


def password_changed(player: Player) -> Response:
    """Returns the response to a password change. It is also sent to all addresses of the player."""
    text = (
        "Your password was changed.\n"
        "\n"
        "If you didn't change it, set a new password. To begin, send this line:\n"
        "\n"
        f"  forgot {player.userid}"
    )
    content = TextMessage(subject=f"Password changed for {player.userid}", text=text)
    return Response(content, {"userid": player.userid}, (_at_once(player.addresses, content),))


def _waiting(player: Player, addresses: tuple[str, ...], new: list[str]) -> TextMessage:
    text = (
        f"Someone, probably you, asked us to write to {player.userid} at\n"
        f"{listing(addresses)}.\n"
        "\n"
        f"{sent_to_note(new)} Nothing changes until you do.\n"
        "\n"
        "If this wasn't you, change your password. Send this line with your passwords:\n"
        "\n"
        f"  change password {player.userid} CURRENT NEW"
    )
    return TextMessage(subject=f"New address for {player.userid}", text=text)


def _moved(context: Context, player: Player, wanted: tuple[str, ...]) -> Response:
    moved = mark_reachable(context, context.work.players.move_to(player, wanted))
    content = new_address_message(moved)
    addresses = tuple(dict.fromkeys((*player.addresses, *wanted)))
    data = {"userid": moved.userid, "addresses": list(wanted)}
    return Response(content, data, (_at_once(addresses, content),))


def _at_once(addresses: tuple[str, ...], content: TextMessage) -> Notification:
    """Returns a notification that is never deferred.

    The player may have to stop an intruder.
    """
    return Notification(addresses, content, immediate=True)


def _as_stored(player: Player, addresses: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the addresses, spelled as stored where only the case differs."""
    stored = {address.lower(): address for address in player.addresses}
    return tuple(dict.fromkeys(stored.get(address.lower(), address) for address in addresses))
