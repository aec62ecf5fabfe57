"""The help page on passwords."""

PASSWORDS_TEXT = """\
You choose a password when you sign up:
  signup USERID PASSWORD
It has at least 8 characters and no spaces, quotes or colons, and doesn't begin
with a dash; capitals count.
Your userid, and passwords that very many people have, are refused.

To change it:
  change password USERID CURRENT NEW
If you have forgotten it:
  forgot USERID
sends a code to your registered address; then
  reset USERID CODE NEWPASSWORD
If you have forgotten your userid:
  forgot ADDRESS
sends the userids registered with that address to it.

You rarely need it. A reply to a mail about your board proves who you are, so
the reply is just the move: see "help reply". If you write a full command in a
reply about your board, write - for the password; elsewhere - works only if
this server can verify your address.

Passwords are stored only as hashes, and never shown, quoted or mailed. After
five wrong ones within fifteen minutes from an address, that address is locked
out for a while; replies go on working. If it is your own address, the right
password still works, but each command waits for your yes to a mail."""


def passwords_page() -> str:
    """Returns the page on choosing, changing and resetting passwords."""
    return PASSWORDS_TEXT
