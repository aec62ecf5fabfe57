"""Phrases that the style forbids in docstrings, comments and strings of at least four words.

Run `python -m tests.project.phrases PATH...` to list them.

Each is a habit that made texts hard to read: an idiom from another language, a missing noun, or
nobody who acts. A pattern can't judge a sentence, so the list has only phrases that
are hardly ever right.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

FORBIDDEN = {
    r"\bmails\b": "emails, or mail",
    r"\b(?:[Aa]|[Aa]n|[Aa]nother|one|each) (?:new )?mail\b(?! [a-z]*(?:er|ram|op|box)\b)": "email",
    r"\bst(?:ands?|ood) (?:in|at|there|alone|below|above|behind|before)\b": "is, appears",
    r"\b(?:lies|lie|lay) (?:in|at|on|below|above|behind|before|between)\b": "is",
    r"\banew\b": "again",
    r"\b[Oo]nce more\b": "again",
    r"\b(?:is|are|has|have|does|do|gets?|takes?|needs?) no more\b(?! than)": "no longer",
    r"\bno \w+ any more\b": "no longer",
    r"\bas ever\b": "as usual",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\bby lot\b": "at random",
    r"\b[Ww]hoever\b": "a player who, anybody who",
    r"\blets? \w+ be \w+ed\b": "does, allows",
    r"\b(?:is|are|was|were|be|been) told\b": "say who emails or shows it",
    r"\ball that\b(?! (?:time|much))": "everything that",
    r"\b[Tt]hose (?:that|who|which)\b": "name the noun",
    r"^(?:What|Who|Whom|Whose|Those|Such) (?![^.]*\?)": "name the noun",
    r"\balso if\b": "two sentences",
    r"^The (?:most|longest|shortest|fewest|least|largest|greatest) ": "Maximum, Minimum",
    r"\b[Ff]or want of\b": "without",
    r"\bof no use\b": "useless, unused",
    r"\ball the same\b": "anyway",
    r"\bas whom\b": "as which user",
    r"\beach other one\b": "every other",
    r"^(?:Returns )?True (?:for|until|while|once) ": "Returns whether",
    r"\bholds? of\b": "applies to",
    r"\bgoes on\b": "continues",
}
PATTERNS = {re.compile(pattern): advice for pattern, advice in FORBIDDEN.items()}
VOCABULARY = ("commands/replies/vocabulary", "mail/reading/phrases")
"""Folders whose strings are words that people and mail programs write."""
MIN_WORDS = 4
WORD = re.compile(r"[A-Za-z]{2,}")
EXPRESSION = re.compile(r"\(\?|\\[bwW]")
"""Matches syntax that only regular expressions have."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yields the line and the text of each docstring, comment and sentence."""
    source = path.read_text()
    nodes = [*ast.walk(ast.parse(source))]
    docstrings = {
        node.value
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    yield from ((each.lineno, each.value) for each in docstrings if isinstance(each.value, str))
    if not any(folder in path.as_posix() for folder in VOCABULARY):
        yield from sentences(nodes, docstrings)
    if "#" not in source:  # reading tokens takes most of the time
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def sentences(
    nodes: Sequence[ast.AST], docstrings: AbstractSet[ast.Constant]
) -> Iterator[tuple[int, str]]:
    """Yields the line and the text of each string that is long enough to be read as a sentence.

    Placeholders are replaced by `{}`.
    """
    parts = {part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        match node:
            case ast.JoinedStr(values=values):
                words = (part.value if isinstance(part, ast.Constant) else "{}" for part in values)
                text = "".join(map(str, words))
            case ast.Constant(value=str(text)) if node not in parts and node not in docstrings:
                pass
            case _:
                continue
        if len(WORD.findall(text)) >= MIN_WORDS and not EXPRESSION.search(text):
            yield node.lineno, text


def forbidden_phrases(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yields the line, the phrase and what to write instead for each forbidden phrase of a file."""
    for line, text in texts(path):
        for pattern, advice in PATTERNS.items():
            for match in pattern.finditer(text):
                yield line + text.count("\n", 0, match.start()), match[0], advice


def main() -> None:
    """Prints the forbidden phrases of files and folders."""
    for name in sys.argv[1:]:
        path = Path(name)
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for line, phrase, advice in forbidden_phrases(file):
                sys.stdout.write(f"{file}:{line}: {phrase!r}: {advice}\n")


if __name__ == "__main__":
    main()
