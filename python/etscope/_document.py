"""Documents: what a command of the command line answers, as a mapping, with its table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import UsageError

if TYPE_CHECKING:
    import pandas

_INTEGERS = {"min": -(2**63), "max": 2**63 - 1}


class Document(Mapping[str, Any]):
    """The JSON document of a command: what ``etscope-cli COMMAND --json`` prints, read like a dict; ``to_dict()`` is one.

    Numbers that are not finite are the strings ``"NaN"``, ``"Infinity"`` and ``"-Infinity"`` in it, and floats in the table.
    Most documents have a table: ``columns()``, ``to_pandas()``, ``csv()``, and every library that reads Apache Arrow's C streams
    takes the document itself, as in ``pyarrow.table(document)`` or ``polars.from_arrow(document)``. ``print(document)`` shows it as
    the command line does.
    """

    __slots__ = ("_answer", "_fields")

    def __init__(self, answer: _core.Answer) -> None:
        self._answer = answer
        self._fields: dict[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The document as a dict, made when it is first read; every call gives the same one."""
        if self._fields is None:
            self._fields = self._answer.document() or {}
        return self._fields

    def __getitem__(self, key: str) -> Any:
        return self.to_dict()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_dict())

    def __len__(self) -> int:
        return len(self.to_dict())

    @property
    def status(self) -> int:
        """The exit status of the command: 0 done, 1 what was asked about failed, 4 a verdict that cannot be told."""
        return self._answer.status

    @property
    def failed(self) -> bool:
        """Whether what was asked about failed: outputs differ, a finding is an error, a kernel is wrong."""
        return self._answer.status == 1

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """What was odd about the files: severity, code, where, message, count."""
        return list(self.get("diagnostics", ()))

    @property
    def text(self) -> str:
        """The document as the command line prints it for people."""
        return self._answer.as_text()

    def columns(self) -> dict[str, list[Any]]:
        """The table: values by title, None where there is none. Raises ``UsageError`` with the code ``no-table`` where there is no table."""
        columns = self._answer.columns()
        if columns is None:
            raise UsageError("no-table", f"{self.get('schema', 'this document')} has no table; read its fields")
        return columns

    def csv(self) -> str:
        """The table as comma-separated values, as ``--csv`` prints it."""
        return self._answer.rows(False)

    def tsv(self) -> str:
        """The table with tabs between its columns, as ``--tsv`` prints it."""
        return self._answer.rows(True)

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a pandas DataFrame. Whole numbers and truth values with gaps have pandas' nullable types."""
        import pandas  # not at the top: it takes a second, and the package does without

        return pandas.DataFrame({title: pandas.Series(values, dtype=_dtype(values)) for title, values in self.columns().items()})

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        """The table as a capsule of Apache Arrow's C stream interface; a requested schema is left to the caller."""
        stream = self._answer.arrow_stream()
        if stream is None:
            raise UsageError("no-table", f"{self.get('schema', 'this document')} has no table; read its fields")
        return stream

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.get('schema', '')}: {', '.join(self)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.to_dict(),)


class Graph(Document):
    """The graph of a method at a stage. Its table has a row a node, those of nested graphs behind their node."""

    __slots__ = ()

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """Nodes: id, target, arguments, outputs, debug_handle, module_stack, stack_trace, delegate, subgraphs."""
        return list(self["nodes"])

    @property
    def edges(self) -> list[dict[str, Any]]:
        """Edges: from, output, to, argument, element."""
        return list(self["edges"])

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """Inputs: id, kind, target, value_type, shape."""
        return list(self["inputs"])

    @property
    def outputs(self) -> list[dict[str, Any]]:
        """Outputs: id, kind, target."""
        return list(self["outputs"])


def _dtype(values: list[Any]) -> str | None:
    present = [value for value in values if value is not None]
    if not present:
        return "object"
    if all(isinstance(value, bool) for value in present):
        return "bool" if len(present) == len(values) else "boolean"
    if all(isinstance(value, int) and not isinstance(value, bool) for value in present):
        fits = all(_INTEGERS["min"] <= value <= _INTEGERS["max"] for value in present)
        return ("int64" if len(present) == len(values) else "Int64") if fits else "object"
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in present)
    return "float64" if numbers else "object"
