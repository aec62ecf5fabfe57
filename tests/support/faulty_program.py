"""`pbm` with an error in the code that answers emails of people."""

from commands.__main__ import main
from commands.inbound.written_mail import WrittenMailHandler


def _fail(*_):
    raise LookupError("an error of ours")


if __name__ == "__main__":
    WrittenMailHandler.answer = _fail
    main()
