"""`python -m commands` is the program `pbm`, and so is the console script."""

import sys


def main() -> None:
    """Loads what the first word needs: a bot has one second, and all of pbm takes most of it."""
    if sys.argv[1:2] == ["bot"]:
        from commands.cli import bot  # noqa: PLC0415

        sys.exit(bot.main(sys.argv[2:]))
    from commands.cli import main as program  # noqa: PLC0415

    program.main()


if __name__ == "__main__":
    main()
