"""The help page on passwords."""

PASSWORDS_TEXT = """\
Choose a password when you sign up:
  signup USERID PASSWORD

To change it:
  change password USERID CURRENT NEW

If you have forgotten it, ask for a code, which we send to your address. Then
set a new password:
  forgot USERID
  reset USERID CODE NEWPASSWORD

If you have forgotten your userid, we send it to your address:
  forgot ADDRESS

You rarely need your password. When you reply to an email about your game,
the reply proves who you are ("help reply"). In other commands from your own
address, you can write a dash (-) instead of the password. Unless we can
verify your address, we then ask you to confirm the command ("help
confirmations").

A password must have at least 8 characters. It can't contain spaces, quotes or
colons, or begin with a dash. It can't be your userid or a common password.
Capitals matter. We store passwords only as hashes, and never show or email
them.

After five wrong passwords from an address within fifteen minutes, we ignore
passwords from that address for a while. Replies to emails about your games
still work. If the address is registered to you, your password still works,
too, but we ask you to confirm each command."""


def passwords_page() -> str:
    """Returns the page on choosing, changing and resetting passwords."""
    return PASSWORDS_TEXT
