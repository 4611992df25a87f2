"""Sessions: files opened together and joined, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType, TracebackType
from typing import Any

from . import _core
from ._document import Document, Graph
from ._errors import Error, UsageError, error_of
from ._progress import Progress, Told
from ._questions import Questions
from ._tensors import Tensor, Tensors
from ._words import Path, paths, words


@dataclass(frozen=True)
class File:
    """A file of a session. ``error`` says why nothing, or not all, of it can be read."""

    path: str
    kind: str
    size: int
    detail: str
    error: str | None


@dataclass(frozen=True)
class Method:
    """An entry point of the model, with the stages at which the session has its graph."""

    name: str
    stages: tuple[str, ...]
    reference_cases: int
    has_reference_outputs: bool
    has_representative_inputs: bool


@dataclass(frozen=True)
class Run:
    """One execution that an ETDump records. ``events`` are those of the document ``etscope.events/1``."""

    index: int
    name: str
    method: str | None
    method_state: str
    case: int | None
    events: tuple[dict[str, Any], ...]


class Session(Questions):
    """Files opened together; made by ``etscope.open()``. Nothing of it changes, and any thread may ask.

    What is asked for is computed once and kept. Long calls release the interpreter's lock, show progress (see ``open``), and end
    with ``KeyboardInterrupt`` on Ctrl+C.
    """

    def __init__(self, session: _core.Session, progress: Progress) -> None:
        self._session: _core.Session | None = session
        self._progress: Progress = progress

    @property
    def files(self) -> list[File]:
        """The files, in the order they were given."""
        return [File(**file) for file in self._open.files]

    @property
    def methods(self) -> dict[str, Method]:
        """The methods by name, in the order of the files."""
        made = (Method(**{**method, "stages": tuple(method["stages"])}) for method in self._open.methods)
        return {method.name: method for method in made}

    @property
    def runs(self) -> list[Run]:
        """The executions that ETDumps of the session record; empty when it has none."""
        try:
            document = self.events()
        except Error as error:
            if error.code == "no-runs":
                return []
            raise
        return [
            Run(run["index"], run["name"], run["method"], run["method_state"], run.get("case"), tuple(run["events"]))
            for run in document["runs"]
        ]

    @property
    def documents(self) -> Mapping[str, str]:
        """What can be asked for by ``document()``, and what it says."""
        return MappingProxyType({command["name"]: command["description"] for command in _core.commands()})

    @property
    def changed_files(self) -> list[str]:
        """The files that have changed on disk since they were opened."""
        return list(self._open.changed_files())

    def document(self, command: str, *names: str, **options: Any) -> Document:
        """The document of a command, by the options of the command line.

        ``session.document("gap", method="text_decoder", wide=True)`` is what ``etscope-cli gap FILES --method text_decoder --wide
        --json`` prints. ``names`` are the words that stand beside the files. Commands that only write a file give an empty document.
        """
        return self._ask(command, options, names)

    def graph(self, method: str | None = None, stage: str | None = None) -> Graph:
        """The graph of a method at a stage: nodes, edges, inputs, outputs.

        Without ``stage`` the earliest that the session has. Both can be left out where there is only one.
        """
        return Graph(self._answer("graph", self._place(method, stage), ()))

    def draw(
        self,
        method: str | None = None,
        stage: str | None = None,
        *,
        format: str = "dot",
        collapsed: bool = False,
        depth: int | None = None,
        select: str | None = None,
    ) -> str:
        """The graph as a drawing: the text for Graphviz (``"dot"``) or Mermaid (``"mermaid"``).

        ``collapsed`` draws only the outermost modules, ``depth`` opens them down to it, ``select`` opens those around the nodes that
        a query finds. ``document("graph", svg="out.svg", …)`` writes an SVG file.
        """
        if format not in ("dot", "mermaid"):
            raise UsageError("usage", f"a drawing is 'dot' or 'mermaid', not {format!r}")
        options = {format: True, "collapsed": collapsed, "depth": depth, "select": select}
        return self._answer("graph", self._place(method, stage) | options, ()).text

    def tensors(self, *, method: str | None = None, stage: str | None = None, delegates: bool = False) -> Tensors:
        """Every tensor of the files: parameters, buffers, constants, inputs, outputs, values that runs logged.

        Their elements stay in the files until ``Tensor.numpy()``. ``delegates`` lists the weights inside delegates, too.
        """
        options = {"method": method, "stage": stage, "delegates": delegates}
        with Told(self._progress) as tell:
            found = self._open.tensors(words("tensors", options), tell)
        return Tensors([Tensor(one, self._progress) for one in found], lambda: self._ask("tensors", options, ()))

    def tensor(
        self,
        name: str,
        *,
        method: str | None = None,
        stage: str | None = None,
        role: str | None = None,
        case: int | None = None,
        index: int | None = None,
        dequantised: bool = False,
    ) -> Tensor:
        """The one tensor of that name, ``""`` for values that have none and are chosen by the filters.

        ``dequantised`` gives the real numbers that a quantised tensor stands for, as f32. ``statistics()`` says more about it.
        """
        options = {"method": method, "stage": stage, "role": role, "case": case, "index": index, "dequantised": dequantised}
        with Told(self._progress) as tell:
            found = self._open.find_tensors(words("tensor", options, ("session", name)), tell)
        if len(found) != 1:
            raise UsageError("no-such-tensor", f"{len(found)} tensors have this name; choose with method, stage, role, case, index", name)
        return Tensor(found[0], self._progress)

    def close(self) -> None:
        """Lets go of the files. Arrays that were made of them stay valid; everything else raises afterwards."""
        self._session = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._session is None:
            return "<Session: closed>"
        return f"<Session: {len(self.files)} files, methods {', '.join(self.methods) or 'unknown'}>"

    @property
    def _open(self) -> _core.Session:
        if self._session is None:
            raise UsageError("usage", "the session is closed")
        return self._session

    def _place(self, method: str | None, stage: str | None) -> dict[str, Any]:
        """The only method where none is named, its earliest stage where none is."""
        methods = self.methods
        if method is None:
            if len(methods) != 1:
                told = "choose the method; there are: " + ", ".join(methods) if methods else "the session has no methods"
                raise UsageError("usage", told)
            (method,) = methods
        known = methods.get(method)
        if stage is None and known is not None and known.stages:
            stage = known.stages[0]
        return {"method": method, "stage": stage}

    def _answer(self, command: str, options: Mapping[str, Any], names: Iterable[Any]) -> _core.Answer:
        with Told(self._progress) as tell:
            answer = self._open.ask(words(command, options, ("session", *names)), tell)
        return checked(answer)

    def _ask(self, command: str, options: Mapping[str, Any], names: Iterable[Any]) -> Document:
        return Document(self._answer(command, options, names))


def checked(answer: _core.Answer) -> _core.Answer:
    """The answer, or its error raised: a document stands although something was told beside it."""
    if not answer.has_document and answer.status >= 2:
        told = answer.errors or [("internal", f"the command ended with status {answer.status}", "")]
        code, message, where = told[-1]
        raise error_of(code, message, where, answer.status == 2)
    return answer


def open(
    *files: Path | Iterable[Path],
    npy: Path | Iterable[Path] = (),
    debug_buffer: Path | Iterable[Path] = (),
    run_method: Mapping[int, str] | None = None,
    pair: Mapping[int, int] | None = None,
    member: str | None = None,
    progress: Progress = None,
) -> Session:
    """Opens files as one session, told apart by their content, in any order; a folder stands for the known files in it.

    Args:
        files: ETRecords, programs (.pte), tensor data (.ptd), bundled programs, ETDumps with their debug buffers, raw outputs, …
        npy: folders of raw outputs ``out-<method>-<number>-<output>.npy``.
        debug_buffer: files that are the debug buffer of the ETDump whatever they look like.
        run_method: which method a run of the ETDump executed, by the run's number.
        pair: which case fed a run of the ETDump, by the run's number.
        member: of several programs the one of this name, with its files (``Session.family()`` lists them); else the first.
        progress: None: long calls draw a bar where the standard error is a terminal. False: nothing. A function: called with a
            fraction from 0 to 1; what it raises ends the call.

    Raises:
        FileError: a file cannot be opened.
        UsageError: a run, a method, a case or a member does not exist.

    Only directories and side tables are read; nothing from a file is executed.
    """
    options = {"npy": paths(npy), "debug_buffer": paths(debug_buffer), "run_method": run_method, "pair": pair, "member": member}
    given = [path for some in files for path in paths(some)]
    with Told(progress) as tell:
        return Session(_core.open(words("compare", options, given), tell), progress)
