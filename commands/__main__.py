"""`python -m commands` runs the program `pbm`, and so does the console script."""

import sys


def main() -> None:
    """Loads only what the first word needs.

    An engine must start within a second, and a mail server runs this once for each email.
    """
    if sys.argv[1:2] == ["bot"]:
        from commands.cli.engines import bot  # noqa: PLC0415

        sys.exit(bot.main(sys.argv[2:]))
    if sys.argv[1:2] == ["receive"]:
        from commands.cli.server import receive_client  # noqa: PLC0415

        if (status := receive_client.receive_quickly(sys.argv[2:])) is not None:
            sys.exit(status)
    from commands.cli import main as program  # noqa: PLC0415

    program.main()


if __name__ == "__main__":
    main()
