"""Fuzzing: inputs that atheris finds by watching which code they reach.

With the extra `fuzz` installed, from the repository's folder, for one target and so many seconds:

    PYTHONPATH=tests python -m fuzz mail|bounces|lines|moves 1800 [FOLDER]

Inputs worth keeping, and finds with their tracebacks, are put in FOLDER, or in the system's folder
for temporary files. A find that is mended goes to `cases/TARGET/`, which the tests replay.
"""
