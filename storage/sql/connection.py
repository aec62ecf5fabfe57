"""The connection of a transaction, with prepared statements, queued writes and savepoints."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.sql.selectable import GenerativeSelect

from storage.sql.lock_keys import Conflict
from storage.sql.prepared import Prepared, StatementText, columns_read_by
from storage.sql.read_ahead import Prefetched, ReadAhead
from storage.sql.write_queue import QueuedWrite, WriteGroup, WriteQueue, grouped

STATEMENT_ERRORS = (ProgrammingError, DataError, IntegrityError)
"""Errors that are caused by the statement or its values."""
Answer = TypeVar("Answer")
NO_VALUES: Mapping[str, Any] = {}
StillValid = Collection[Prefetched[Any, Any]]
"""Caches of prefetched values that remain valid after a write."""


class DeferredError(Conflict):
    """A deferred statement failed. It is unknown to which part of the transaction it belongs.

    Repeat each part in its own transaction without deferred writes.
    """


@dataclass(slots=True)
class _Savepoint:
    name: str
    position: int
    """The number of queued writes before the savepoint."""
    sent: bool = False


class WorkConnection(Connection):
    """A connection that executes prepared statements directly on the driver's cursor.

    With deferred writes, it sends queued writes together: before the transaction ends, or before a
    statement that depends on them. It sends a savepoint only when there is something to undo.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._deferred = False
        self._queue = WriteQueue()
        self._savepoints: list[_Savepoint] = []
        self._lost: BaseException | None = None
        """The error that ended the whole transaction."""
        self._cursor: Any = None
        self.changes = 0
        """The number of statements so far, including queued ones, that may change or lock rows."""
        self.read_ahead = ReadAhead()
        """The prefetched values that are still valid."""
        self._driver_error: type[Exception] = self.dialect.loaded_dbapi.Error

    def __enter__(self) -> Self:
        super().__enter__()
        return self

    def defer_writes(self) -> None:
        """Queues writes and savepoints from now on."""
        self._deferred = True

    def check(self) -> None:
        """Raises the error that ended the whole transaction, if there was one."""
        if self._lost:
            raise self._lost

    def prefetched(self, *reads: Prepared) -> Prefetched[Any, Any]:
        """Returns a cache for the values that these statements read ahead."""
        return self.read_ahead.part(lambda: columns_read_by(self.dialect, reads))

    def rows(
        self, prepared: Prepared, values: Mapping[str, Any] = NO_VALUES, *, apart: bool = False
    ) -> list[Any]:
        """Executes a statement, and returns its rows as named tuples.

        `apart`: execute the statement without first sending queued writes. It must only read, and
        no queued write may change its result.
        """
        text, parameters = prepared.on(self.dialect).bind(values)
        if apart:
            self.check()
        else:
            self._flush_for(text)
        return self._execute_sql(text.sql, parameters, text.statement.read)

    def first(self, prepared: Prepared, values: Mapping[str, Any] = NO_VALUES) -> Any:
        """Executes a statement, and returns its first row. Returns None if there is no row."""
        rows = self.rows(prepared, values)
        return rows[0] if rows else None

    def value(self, prepared: Prepared, values: Mapping[str, Any] = NO_VALUES) -> Any:
        """Executes a statement, and returns the first value of its first row.

        Returns None if there is no row.
        """
        rows = self.rows(prepared, values)
        return rows[0][0] if rows else None

    def run(self, prepared: Prepared, values: Mapping[str, Any] = NO_VALUES) -> int:
        """Executes a statement that returns no rows. Returns the number of rows changed."""
        text, parameters = prepared.on(self.dialect).bind(values)
        self._flush_for(text)
        return self._execute_sql(text.sql, parameters, _rowcount)

    def queue(
        self,
        prepared: Prepared,
        values: Mapping[str, Any],
        conflict: str = "",
        *,
        still_valid: StillValid = (),
    ) -> None:
        """Executes a statement that returns no rows, or queues it with deferred writes.

        `conflict`: the reason of the Conflict that is raised unless the statement changes one row.
        `still_valid`: prefetched values that the caller itself updates for the change.
        """
        statement = prepared.on(self.dialect)
        self.read_ahead.forget_changed(statement.changes, still_valid)
        self._queue_writes([QueuedWrite(*statement.bind(values), conflict)])

    def queue_all(
        self, prepared: Prepared, rows: Iterable[Mapping[str, Any]], *, still_valid: StillValid = ()
    ) -> None:
        """Executes or queues a statement that returns no rows, once for each mapping in `rows`."""
        statement = prepared.on(self.dialect)
        self.read_ahead.forget_changed(statement.changes, still_valid)
        self._queue_writes([QueuedWrite(*statement.bind(values)) for values in rows])

    def flush(self) -> None:
        """Sends the queued writes."""
        self._send(savepoints=False)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Opens a savepoint. If the block raises, the changes within it are undone."""
        # SQLAlchemy's own savepoints would cost as much as two more statements.
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
            self._run_savepoint_sql(f"RELEASE SAVEPOINT {opened.name}")

    def _undo(self, savepoint: _Savepoint, error: BaseException) -> None:
        self._queue.drop_from(savepoint.position)
        # On a full disk SQLite may roll everything back, and this must not seem to be saved.
        if self._is_over():
            self._lost = self._lost or error
        elif savepoint.sent and not self._lost:
            self._run_savepoint_sql(f"ROLLBACK TO SAVEPOINT {savepoint.name}")
            self._run_savepoint_sql(f"RELEASE SAVEPOINT {savepoint.name}")

    def _is_over(self) -> bool:
        """Whether the transaction has ended or the connection is lost."""
        if self.invalidated:
            return True
        return not getattr(self.connection.dbapi_connection, "in_transaction", True)

    def _flush_for(self, text: StatementText) -> None:
        """Sends the queued writes that this statement depends on.

        If the statement has an effect, also sends the open savepoints, because the effect must be
        undone if one of them is rolled back.
        """
        self.check()
        statement = text.statement
        self.changes += statement.has_effect
        self.read_ahead.forget_changed(statement.changes)
        if self._queue and self._queue.touches(statement):
            self.flush()
        if statement.has_effect and self._savepoints:
            self._send(savepoints=True)

    def _flush_for_unknown(self, *, has_effect: bool) -> None:
        """Sends all queued writes before a statement whose columns are unknown.

        `has_effect`: whether the statement may change or lock rows. Then prefetched values are
        dropped, and savepoints are sent, too.
        """
        self.check()
        self.changes += has_effect
        if has_effect:
            self.read_ahead.forget()
        if self._queue:
            self.flush()
        if has_effect and self._savepoints:
            self._send(savepoints=True)

    def _send(self, *, savepoints: bool) -> None:
        """Sends savepoints, and the writes before them.

        `savepoints`: send all savepoints. Otherwise, send all writes, and only savepoints with
        writes.
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
            self._run_savepoint_sql(f"SAVEPOINT {savepoint.name}")
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
            self._flush_for(group.text)
            self._send_group(group)

    def _send_writes(self, count: int) -> None:
        """Sends the first `count` queued writes. If one fails, the transaction is lost."""
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
        parameters = [write.parameters for write in writes]
        changed = self._execute_sql(
            sql, parameters if many else parameters[0], _rowcount, many=many
        )
        if conflicts and changed != len(writes):
            raise Conflict(", ".join(conflicts))

    def _run_savepoint_sql(self, sql: str) -> None:
        """Executes a savepoint statement. If it fails, the transaction is lost."""
        try:
            self._execute_sql(sql, (), _rowcount)
        # The transaction is lost after any error: earlier writes can't be undone separately
        # anymore.
        except Exception as error:
            self._lost = self._lost or error
            raise

    def _execute_sql(
        self, sql: str, parameters: Any, answer: Callable[[Any], Answer], *, many: bool = False
    ) -> Answer:
        """Executes a statement on the driver's cursor, and returns the result of `answer(cursor)`.

        `many`: execute it once for each item of `parameters`.
        """
        cursor = self._cursor
        if cursor is None:
            cursor = self._cursor = self.connection.cursor()
        # SQLAlchemy's own execution calls these listeners, too.
        for listener in self.dispatch.before_cursor_execute:
            listener(self, cursor, sql, parameters, None, many)
        try:
            (cursor.executemany if many else cursor.execute)(sql, parameters)
            return answer(cursor)
        except BaseException as error:  # noqa: BLE001 - it is raised again
            self._fail(error, sql, parameters)

    def _fail(self, error: BaseException, sql: str, parameters: Any) -> NoReturn:
        """Lets SQLAlchemy handle the driver's error, and raises SQLAlchemy's error for it."""
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
        """Records that the transaction is lost, if it can't be undone up to the last savepoint."""
        # After an error, PostgreSQL refuses all statements until a savepoint is undone.
        unsent = bool(self._savepoints) and not self._savepoints[-1].sent
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            self._lost = self._lost or error
        elif unsent and self.dialect.name == "postgresql":
            self._lost = self._lost or _deferred(error)

    if not TYPE_CHECKING:  # Type checkers use the signatures of SQLAlchemy's methods.

        def execute(self, statement: Any, *given: Any, **options: Any) -> Any:
            """Executes an SQLAlchemy statement after sending the queued writes."""
            self._flush_for_unknown(has_effect=not _is_plain_query(statement))
            return self._noting(super().execute, statement, *given, **options)

        def scalar(self, statement: Any, *given: Any, **options: Any) -> Any:
            """Executes an SQLAlchemy statement after sending the queued writes.

            Returns one value.
            """
            self._flush_for_unknown(has_effect=not _is_plain_query(statement))
            return self._noting(super().scalar, statement, *given, **options)

        def exec_driver_sql(self, statement: Any, *given: Any, **options: Any) -> Any:
            """Executes SQL after sending the queued writes."""
            self._flush_for_unknown(has_effect=True)
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
    """Whether the statement is a query that takes no locks."""
    return isinstance(statement, GenerativeSelect) and statement._for_update_arg is None  # noqa: SLF001


def _rowcount(cursor: Any) -> int:
    count: int = cursor.rowcount
    return count
