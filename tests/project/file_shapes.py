"""The shape of a file: comment headings, constants between definitions, imports, private names."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
CONSTANTS = (ast.Assign, ast.AnnAssign)
PRIVATE = re.compile(r"_[a-z]\w*", re.IGNORECASE)
DOCUMENTED = {"_asdict", "_exit", "_fields", "_mapping", "_replace"}
"""Names of the standard library and SQLAlchemy that are public in spite of their underscore."""
TARGET = re.compile(r"(commands|mail|pbm|storage)(\.\w+)+")
"""What tests replace, as text."""
REPLACING = {"getattr", "setattr", "delattr", "object"}


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


def private_attributes(module: ast.Module) -> int:
    """Returns the number of places that use private attributes of other objects and modules."""
    return sum(bool(PRIVATE.fullmatch(name)) for name in _foreign_names(module))


def _foreign_names(module: ast.Module) -> Iterator[str]:
    """Yields the names of attributes, but those of `self` and `cls`, and of imports."""
    for node in ast.walk(module):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(attr=name) if name not in DOCUMENTED:
                yield name
            case ast.ImportFrom(names=names):
                yield from (each.name for each in names)
            case ast.Call(func=called, args=[_, ast.Constant(value=str(name)), *_]):
                if ast.unparse(called).rpartition(".")[2] in REPLACING:
                    yield name
            case ast.Constant(value=str(text)) if TARGET.fullmatch(text):
                yield text.rpartition(".")[2]
