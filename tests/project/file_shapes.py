"""The shape of a source file: comment headings, constants between definitions, imported names."""

import ast
from itertools import pairwise

DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
CONSTANTS = (ast.Assign, ast.AnnAssign)


def comment_headings(text: str) -> list[str]:
    """Returns the comments at the margin that a blank line follows: each begins another subject."""
    rows = text.splitlines()
    return [row for row, below in pairwise(rows[1:]) if row.startswith("#") and not below.strip()]


def constants_between(module: ast.Module) -> int:
    """Returns the number of constants that have a class or function above and below them."""
    places = [at for at, node in enumerate(module.body) if isinstance(node, DEFINITIONS)]
    inner = module.body[places[0] : places[-1]] if places else []
    return sum(isinstance(node, CONSTANTS) for node in inner)


def imported_names(module: ast.Module) -> int:
    """Returns the number of names that a file imports at its top."""
    imports = (node for node in module.body if isinstance(node, ast.Import | ast.ImportFrom))
    return sum(len(node.names) for node in imports)
