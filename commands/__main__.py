"""`python -m commands` is the program `pbm`."""

from commands.program import main

if __name__ == "__main__":
    main()
