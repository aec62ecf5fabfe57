"""`python -m commands` runs the program `pbm`, and so does the console script."""

import sys


def main() -> None:
    """Loads what the first word needs: an engine has one second, a mail server many mails."""
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
