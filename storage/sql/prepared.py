"""Statements that are compiled to SQL once, and then executed directly by the driver.

This avoids SQLAlchemy's overhead, which is several times the driver's time for a statement.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import CompoundSelect, Executable, UpdateBase
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

from storage.sql.columns import Columns, columns_changed, columns_read

if TYPE_CHECKING:
    pass

Processor = Callable[[Any], Any]
Reader = Callable[[Sequence[Sequence[Any]]], list[Any]]
Parameters = Sequence[Any] | Mapping[str, Any]
"""The values for one execution, as the sequence or mapping that the driver needs."""
MAX_CACHES = 500
"""Maximum number of sets of statements whose columns are remembered."""


class Prepared:
    """A statement for both databases, declared once in a module."""

    def __init__(
        self,
        statement: Executable,
        *,
        postgresql: Callable[[], Executable] | None = None,
        columns: Iterable[str] = (),
        locks: bool = False,
    ) -> None:
        """Declares the statement. It is compiled when it is first used.

        `postgresql`: returns the statement for PostgreSQL, if it is a different one.
        `columns`: the columns that an insert or update sets. Each parameter has the name of its
        column.
        `locks`: whether the statement takes locks on PostgreSQL. Undoing a savepoint must release
        them.
        """
        self._statement = statement
        self._make_postgresql = postgresql
        self._columns = tuple(columns)
        self._locks = locks
        self._compiled: dict[tuple[str, str], CompiledStatement] = {}

    def on(self, dialect: Dialect) -> "CompiledStatement":
        """Returns the compiled statement for a database and its driver."""
        key = (dialect.name, dialect.driver)
        compiled = self._compiled.get(key)
        if compiled is None:
            compiled = CompiledStatement(
                self._statement_on(dialect), dialect, self._columns, locks=self._locks
            )
            self._compiled[key] = compiled
        return compiled

    def _statement_on(self, dialect: Dialect) -> Executable:
        if dialect.name == "postgresql" and self._make_postgresql:
            return self._make_postgresql()
        return self._statement


@lru_cache(MAX_CACHES)
def columns_read_by(dialect: Dialect, statements: tuple[Prepared, ...]) -> Columns:
    """Returns the columns that any of the statements reads."""
    return frozenset[str]().union(*(each.on(dialect).reads for each in statements))


class CompiledStatement:
    """A statement in the SQL of one database."""

    def __init__(
        self, statement: Executable, dialect: Dialect, columns: tuple[str, ...], *, locks: bool
    ) -> None:
        self._dialect = dialect
        self._compiler = _compile(statement, dialect, columns)
        self.reads: Columns = columns_read(statement)
        self.changes: Columns = columns_changed(statement, columns)
        self.has_effect = bool(self.changes) or (locks and dialect.name == "postgresql")
        """Whether undoing a savepoint must undo an effect of the statement."""
        self._lists = tuple(
            name
            for parameter, name in self._compiler.bind_names.items()
            if parameter.expanding and parameter.required
        )
        self._texts: dict[tuple[int, ...], StatementText] = {}
        self._only_text = None if self._lists else self._make_text(())
        self._results = _result_columns(statement)
        self._read: Reader | None = None

    def bind(self, values: Mapping[str, Any]) -> "tuple[StatementText, Parameters]":
        """Returns the SQL and the driver's parameters for these values.

        Lists are padded (see `_padded`), because SQL has a parameter for each item.
        """
        text = self._only_text
        if text is None:
            values = dict(values)
            for name in self._lists:
                values[name] = _padded(values[name])
            text = self._text(tuple(len(values[name]) for name in self._lists))
        return text, text.parameters(values)

    def read(self, cursor: Any) -> list[Any]:
        """Returns all rows of the driver's cursor, as named tuples of Python values."""
        read = self._read
        if read is None:
            types = [column[1] for column in cursor.description]
            read = self._read = _reader(self._results, types, self._dialect)
        return read(cursor.fetchall())

    def _text(self, lengths: tuple[int, ...]) -> "StatementText":
        known_text = self._texts.get(lengths)
        return known_text or self._texts.setdefault(lengths, self._make_text(lengths))

    def _make_text(self, lengths: tuple[int, ...]) -> "StatementText":
        lists = {name: [None] * length for name, length in zip(self._lists, lengths, strict=True)}
        return StatementText(self, self._compiler, self._dialect, lists)


class StatementText:
    """The SQL of a statement for lists of certain lengths, and the order of its parameters."""

    def __init__(
        self,
        statement: CompiledStatement,
        compiler: SQLCompiler,
        dialect: Dialect,
        lists: Mapping[str, Sequence[None]],
    ) -> None:
        self.statement = statement
        binds = {name: parameter for parameter, name in compiler.bind_names.items()}
        required = {name: None for name, parameter in binds.items() if parameter.required}
        state = compiler.construct_expanded_state(required | dict(lists))
        self.sql = state.statement
        self._expansion = {name: state.parameter_expansion.get(name, []) for name in lists}
        processors: dict[str, Processor] = {}
        for name, parameter in binds.items():
            process = parameter.type.dialect_impl(dialect).bind_processor(dialect)
            if process:
                processors |= dict.fromkeys(state.parameter_expansion.get(name, [name]), process)
        variable = {*required, *(each for names in self._expansion.values() for each in names)}
        self._constants = {
            name: processors[name](value) if name in processors else value
            for name, value in state.parameters.items()
            if name not in variable
        }
        self._processors = [each for each in processors.items() if each[0] in variable]
        self._names = None if state.positiontup is None else tuple(state.positiontup)
        self._in_order = _getter(self._names or ())
        self._size = len(state.parameters)

    def parameters(self, values: Mapping[str, Any]) -> Parameters:
        """Returns the driver's parameters for these values."""
        bound = {**self._constants, **values}
        for name, expanded in self._expansion.items():
            bound.update(zip(expanded, bound.pop(name), strict=True))
        for name, process in self._processors:
            bound[name] = process(bound[name])
        if len(bound) != self._size:
            raise TypeError(
                f"some of these values aren't parameters of the statement: {sorted(values)}"
            )
        return bound if self._names is None else self._in_order(bound)


def _compile(statement: Executable, dialect: Dialect, columns: tuple[str, ...]) -> SQLCompiler:
    compiled = statement.compile(  # type: ignore[attr-defined]
        dialect=dialect, column_keys=list(columns) or None
    )
    return cast("SQLCompiler", compiled)


def _getter(names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], Sequence[Any]]:
    """Returns a function that returns a mapping's values for these names as a sequence."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda values: [values[name] for name in names]


def _padded(values: Sequence[Any]) -> Sequence[Any]:
    """Repeats the last value until the length is a power of two.

    Each length needs a separate SQL statement, so this limits the number of statements.
    """
    length = 1
    while length < len(values):
        length *= 2
    return [*values, *[values[-1]] * (length - len(values))] if values else values


def _result_columns(statement: Any) -> Sequence[tuple[str, Any]]:
    """Returns the names and types of a statement's result columns."""
    if isinstance(statement, UpdateBase):
        described = statement.returning_column_descriptions
    else:
        first: Any = statement.selects[0] if isinstance(statement, CompoundSelect) else statement
        described = first.column_descriptions
    return [(column["name"], column["type"]) for column in described]


def _reader(columns: Sequence[tuple[str, Any]], codes: Sequence[Any], dialect: Dialect) -> Reader:
    """Returns a function that converts the driver's rows to named tuples.

    `codes`: the driver's type codes of the columns.
    """
    names = _distinct([name for name, _ in columns])
    row: Any = namedtuple("Row", names, rename=True)  # type: ignore[misc]  # noqa: PYI024
    make = row._make
    processors = [
        (index, process)
        for index, ((_, type), code) in enumerate(zip(columns, codes, strict=True))
        if (process := type.dialect_impl(dialect).result_processor(dialect, code))
    ]

    def convert(values: Sequence[Any]) -> Any:
        converted = list(values)
        for index, process in processors:
            converted[index] = process(converted[index])
        return make(converted)

    convert_row = convert if processors else make
    return lambda rows: [convert_row(values) for values in rows]


def _distinct(names: Sequence[str]) -> list[str]:
    """Replaces repeated names by empty strings, so that a name refers to its first column."""
    return ["" if name in names[:index] else name for index, name in enumerate(names)]
