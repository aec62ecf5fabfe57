"""`python -m commands` runs the program `pbm`, and so does the console script."""

import sys


def main() -> None:
    """Loads what the first word needs: an engine has one second to start."""
    if sys.argv[1:2] == ["bot"]:
        from commands.cli import bot  # noqa: PLC0415

        sys.exit(bot.main(sys.argv[2:]))
    from commands.cli import main as program  # noqa: PLC0415

    program.main()


if __name__ == "__main__":
    main()
