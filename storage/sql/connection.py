"""The connection of a transaction: prepared statements, writes that wait, and savepoints."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.sql.selectable import GenerativeSelect

from storage.sql.lock_keys import Conflict
from storage.sql.prepared import Prepared, StatementText
from storage.sql.read_ahead import Prefetched, ReadAhead
from storage.sql.write_queue import QueuedWrite, WriteGroup, WriteQueue, grouped

STATEMENT_ERRORS = (ProgrammingError, DataError, IntegrityError)
"""The errors of the database that tell of a statement and its values alone."""
Answer = TypeVar("Answer")
NO_VALUES: Mapping[str, Any] = {}
Kept = Collection[Prefetched[Any, Any]]
"""Values that were read ahead and stay true."""


class DeferredError(Conflict):
    """A statement failed, and it isn't known to which part of the transaction it belongs.

    Each part is to be done again in a transaction of its own, which writes at once.
    """


@dataclass(slots=True)
class _Savepoint:
    """A savepoint that is open."""

    name: str
    position: int
    """The number of writes that wait before it."""
    sent: bool = False


class WorkConnection(Connection):
    """A connection that also executes prepared statements, on the driver's own cursor.

    With deferred writes, what is queued is sent together before the transaction ends, or before a
    statement that depends on it; and a savepoint only once there is something to undo.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._deferred = False
        self._queue = WriteQueue()
        self._savepoints: list[_Savepoint] = []
        self._lost: BaseException | None = None
        """The error by which the whole transaction was lost."""
        self._cursor: Any = None
        self.changes = 0
        """The number of statements so far that may have an effect, of those that wait as well."""
        self.read_ahead = ReadAhead()
        """The values that were read before they are asked for, and haven't changed since."""
        self._driver_error: type[Exception] = self.dialect.loaded_dbapi.Error

    def __enter__(self) -> Self:
        super().__enter__()
        return self

    def defer_writes(self) -> None:
        """Lets queued writes, and savepoints, wait from now on."""
        self._deferred = True

    def check(self) -> None:
        """Raises the error by which the whole transaction was lost, if there was one."""
        if self._lost:
            raise self._lost

    def prefetched(self, *reads: Prepared) -> Prefetched[Any, Any]:
        """Returns a store of values that these statements read ahead."""
        return self.read_ahead.part(
            lambda: frozenset[str]().union(*(each.on(self.dialect).reads for each in reads))
        )

    def rows(
        self, prepared: Prepared, values: Mapping[str, Any] = NO_VALUES, *, apart: bool = False
    ) -> list[Any]:
        """Returns the rows of a statement, as named tuples.

        `apart`: the statement reads, and no row of its result is changed by a write that waits.
        """
        text, parameters = prepared.on(self.dialect).bind(values)
        if apart:
            self.check()
        else:
            self._make_way_for(text)
        return self._give(text.sql, parameters, text.statement.read)

    def first(self, prepared: Prepared, values: Mapping[str, Any] = NO_VALUES) -> Any:
        """Returns the first row of a statement; None if there is none."""
        rows = self.rows(prepared, values)
        return rows[0] if rows else None

    def value(self, prepared: Prepared, values: Mapping[str, Any] = NO_VALUES) -> Any:
        """Returns the first value of the first row of a statement; None if there is none."""
        rows = self.rows(prepared, values)
        return rows[0][0] if rows else None

    def run(self, prepared: Prepared, values: Mapping[str, Any] = NO_VALUES) -> int:
        """Executes a statement that returns no rows; returns the number of rows changed."""
        text, parameters = prepared.on(self.dialect).bind(values)
        self._make_way_for(text)
        return self._give(text.sql, parameters, _rowcount)

    def queue(
        self,
        prepared: Prepared,
        values: Mapping[str, Any],
        conflict: str = "",
        *,
        kept: Kept = (),
    ) -> None:
        """Executes a statement that returns no rows; with deferred writes, later.

        `conflict`: if it doesn't change one row then, a Conflict with this reason is raised.
        `kept`: what was read ahead, and the caller adapts to the change.
        """
        statement = prepared.on(self.dialect)
        self.read_ahead.forget_changed(statement.changes, kept)
        self._queue_writes([QueuedWrite(*statement.bind(values), conflict)])

    def queue_all(
        self, prepared: Prepared, rows: Iterable[Mapping[str, Any]], *, kept: Kept = ()
    ) -> None:
        """Executes a statement that returns no rows for each of these values, in their order."""
        statement = prepared.on(self.dialect)
        self.read_ahead.forget_changed(statement.changes, kept)
        self._queue_writes([QueuedWrite(*statement.bind(values)) for values in rows])

    def flush(self) -> None:
        """Sends the writes that wait."""
        self._send(savepoints=False)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Opens a savepoint: changes within it are undone when it raises."""
        # SQLAlchemy's own would cost as much as two further statements
        self.check()
        opened = _Savepoint(f"part_{len(self._savepoints)}", len(self._queue))
        self._savepoints.append(opened)
        begun = self.read_ahead.begin_savepoint()
        try:
            if not self._deferred:
                self._send(savepoints=True)
            yield
        except BaseException as error:
            self.read_ahead.undo_savepoint(begun)
            self._savepoints.remove(opened)
            self._undo(opened, error)
            raise
        self.read_ahead.release_savepoint()
        self._savepoints.remove(opened)
        if opened.sent:
            self._order(f"RELEASE SAVEPOINT {opened.name}")

    def _undo(self, savepoint: _Savepoint, error: BaseException) -> None:
        self._queue.drop_from(savepoint.position)
        # On a full disk SQLite may roll back the whole transaction, and would take the next
        # savepoint for the start of another: earlier changes must not seem to be saved.
        if self._is_over():
            self._lost = self._lost or error
        elif savepoint.sent and not self._lost:
            self._order(f"ROLLBACK TO SAVEPOINT {savepoint.name}")
            self._order(f"RELEASE SAVEPOINT {savepoint.name}")

    def _is_over(self) -> bool:
        """Returns True if the connection has no transaction any more, or is lost."""
        if self.invalidated:
            return True
        return not getattr(self.connection.dbapi_connection, "in_transaction", True)

    def _make_way_for(self, text: StatementText) -> None:
        """Sends before a statement what it depends on, and what lets it be undone."""
        self.check()
        statement = text.statement
        self.changes += statement.has_effect
        self.read_ahead.forget_changed(statement.changes)
        if self._queue and self._queue.touches(statement):
            self.flush()
        if statement.has_effect and self._savepoints:
            self._send(savepoints=True)

    def _make_way(self, *, has_effect: bool) -> None:
        """Does so before a statement of which nothing is known but whether it has an effect."""
        self.check()
        self.changes += has_effect
        if has_effect:
            self.read_ahead.forget()
        if self._queue:
            self.flush()
        if has_effect and self._savepoints:
            self._send(savepoints=True)

    def _send(self, *, savepoints: bool) -> None:
        """Sends the writes that wait, and the savepoints in which there are any.

        `savepoints`: the other ones as well.
        """
        waiting = len(self._queue)
        sent = 0
        for savepoint in self._savepoints:
            if savepoint.sent:
                continue
            if savepoint.position == waiting and not savepoints:
                break
            self._send_writes(savepoint.position - sent)
            sent = savepoint.position
            self._order(f"SAVEPOINT {savepoint.name}")
            savepoint.sent = True
        if not savepoints:
            self._send_writes(waiting - sent)
            sent = waiting
        for savepoint in self._savepoints:
            savepoint.position = max(savepoint.position - sent, 0)

    def _queue_writes(self, writes: Iterable[QueuedWrite]) -> None:
        if self._deferred:
            self.changes += 1
            self._queue.add(writes)
            return
        for group in grouped(writes):
            self._make_way_for(group.text)
            self._send_group(group)

    def _send_writes(self, count: int) -> None:
        """Sends the first writes that wait; if one fails, the transaction is lost."""
        try:
            for group in self._queue.take(count):
                self._send_group(group)
        except Exception as error:
            if isinstance(error, Conflict | DBAPIError) and not isinstance(error, STATEMENT_ERRORS):
                self._lost = error
                raise
            self._lost = _deferred(error)
            raise self._lost from error

    def _send_group(self, group: WriteGroup) -> None:
        sql, writes, conflicts = group.text.sql, group.writes, group.conflicts
        many = len(writes) > 1
        given = [write.parameters for write in writes]
        changed = self._give(sql, given if many else given[0], _rowcount, many=many)
        if conflicts and changed != len(writes):
            raise Conflict(", ".join(conflicts))

    def _order(self, sql: str) -> None:
        """Executes a statement of savepoints; if one fails, the transaction is lost."""
        try:
            self._give(sql, (), _rowcount)
        except Exception as error:  # of any kind: what was sent before can't be undone apart
            self._lost = self._lost or error
            raise

    def _give(
        self, sql: str, parameters: Any, answer: Callable[[Any], Answer], *, many: bool = False
    ) -> Answer:
        """Executes a statement on the driver's cursor; returns what is read from that.

        `many`: once for each of the parameters.
        """
        cursor = self._cursor
        if cursor is None:
            cursor = self._cursor = self.connection.cursor()
        for listener in self.dispatch.before_cursor_execute:  # as SQLAlchemy does
            listener(self, cursor, sql, parameters, None, many)
        try:
            (cursor.executemany if many else cursor.execute)(sql, parameters)
            return answer(cursor)
        except BaseException as error:  # noqa: BLE001 - it is raised again
            self._fail(error, sql, parameters)

    def _fail(self, error: BaseException, sql: str, parameters: Any) -> NoReturn:
        """Raises the driver's error as SQLAlchemy's, after all that SQLAlchemy does about it."""
        cursor, self._cursor = self._cursor, None
        if isinstance(error, Exception) and not isinstance(error, self._driver_error):
            self._note(error)
            raise error
        try:
            self._handle_dbapi_exception(error, sql, parameters, cursor, None)
        except BaseException as raised:
            self._note(raised)
            raise

    def _note(self, error: BaseException) -> None:
        """Notes that the transaction is lost, if it can't be undone up to the last savepoint.

        After an error PostgreSQL executes nothing before that.
        """
        unsent = bool(self._savepoints) and not self._savepoints[-1].sent
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            self._lost = self._lost or error
        elif unsent and self.dialect.name == "postgresql":
            self._lost = self._lost or _deferred(error)

    if not TYPE_CHECKING:  # the types are SQLAlchemy's

        def execute(self, statement: Any, *given: Any, **options: Any) -> Any:
            """Executes a statement of SQLAlchemy, after all that waits."""
            self._make_way(has_effect=not _is_plain_query(statement))
            return self._noting(super().execute, statement, *given, **options)

        def scalar(self, statement: Any, *given: Any, **options: Any) -> Any:
            """Executes a statement of SQLAlchemy, after all that waits; returns one value."""
            self._make_way(has_effect=not _is_plain_query(statement))
            return self._noting(super().scalar, statement, *given, **options)

        def exec_driver_sql(self, statement: Any, *given: Any, **options: Any) -> Any:
            """Executes SQL, after all that waits."""
            self._make_way(has_effect=True)
            return self._noting(super().exec_driver_sql, statement, *given, **options)

        def _noting(self, execute: Callable[..., Any], *given: Any, **options: Any) -> Any:
            try:
                return execute(*given, **options)
            except DBAPIError as error:
                self._note(error)
                raise


def _deferred(error: BaseException) -> DeferredError:
    return DeferredError(f"a statement failed: {type(error).__name__}")


def _is_plain_query(statement: object) -> bool:
    """Returns True for a query that takes no locks."""
    return isinstance(statement, GenerativeSelect) and statement._for_update_arg is None  # noqa: SLF001


def _rowcount(cursor: Any) -> int:
    count: int = cursor.rowcount
    return count
