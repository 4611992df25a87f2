"""The questions of the command line as methods: one a command, with the same options and the same answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Union

from ._document import Document
from ._errors import UsageError
from ._words import Path

if TYPE_CHECKING:
    from ._session import Session

Paths = Union[Path, Iterable[Path]]


class Questions:
    """What a session answers. Every method gives a Document: read like a dict, with a table."""

    def _ask(self, command: str, options: Mapping[str, Any], names: Iterable[Any]) -> Document:
        raise NotImplementedError

    def info(self) -> Document:
        """What the files are: methods, stages, entries, joins."""
        return self._ask("info", {}, ())

    def verdict(self) -> Document:
        """Do the runs give what they should, do the files belong together, and if not, why.

        ``["state"]`` is ``"match"``, ``"differ"`` or ``"unknown"``, ``["sentences"]`` say it, ``["causes"]`` what it may come from.
        Of several programs ``["member"]`` is the one in view, and unless it was chosen the others are judged, too
        (``["other_members"]``): the state is the worst.
        """
        return self._ask("verdict", {}, ())

    def statistics(
        self,
        name: str,
        *,
        method: str | None = None,
        stage: str | None = None,
        role: str | None = None,
        case: int | None = None,
        index: int | None = None,
        dequantised: bool = False,
        values: bool = False,
        slice: str | None = None,
        per_channel: int | None = None,
        export: Path | None = None,
        image: Path | None = None,
        pixels: str | None = None,
        channel: int | None = None,
        picture: int | None = None,
    ) -> Document:
        """Statistics and histogram of the tensors of that name (the command ``tensor``).

        ``values`` adds the elements, ``slice`` takes a part like ``"0,:,3"``, ``per_channel`` adds statistics of each index of an
        axis. ``export`` (.npy, .npz, .safetensors, .csv, .bin) and ``image`` (a PNG; ``pixels``, ``channel``, ``picture`` say how)
        write a file instead, and the document is empty.
        """
        return self._ask("tensor", _given(locals(), "name"), (name,))

    def handles(self, *, method: str | None = None) -> Document:
        """Which nodes each runtime instruction came from."""
        return self._ask("handles", _given(locals()), ())

    def metadata(self) -> Document:
        """Constant methods and metadata keys, with what runners expect of them."""
        return self._ask("metadata", {}, ())

    def named_data(self) -> Document:
        """Named data: place, hash, users, what is shared."""
        return self._ask("named-data", {}, ())

    def delegates(self, *, method: str | None = None) -> Document:
        """Delegate payloads: backend, format, calls, decoded or why not."""
        return self._ask("delegates", _given(locals()), ())

    def containers(self, *, method: str | None = None, pairs: bool = False) -> Document:
        """Variants in one container: bytes of each, what they share, what they differ in. ``pairs``: the table of pairs."""
        return self._ask("containers", _given(locals()), ())

    def listing(self, *, method: str | None = None) -> Document:
        """Command streams inside delegates, command by command."""
        return self._ask("listing", _given(locals()), ())

    def quantisation(self, *, method: str | None = None, stage: str | None = None, per_channel: bool = False) -> Document:
        """Quantised weights: scales, and what is lost against the real numbers, worst first."""
        return self._ask("quantisation", _given(locals()), ())

    def undelegated(self, *, method: str | None = None) -> Document:
        """What runs outside delegates: how often, its share of the time, and why."""
        return self._ask("undelegated", _given(locals()), ())

    def related(self, of: str) -> Document:
        """What a thing is elsewhere, by its address: ``METHOD/STAGE/NODE``, ``tensors/NAME``, ``named-data/KEY``, ``runs/N``, …"""
        return self._ask("related", {"of": of}, ())

    def hex(self, *, offset: int = 0, length: int = 256) -> Document:
        """Bytes of the first file, with the regions that they lie in."""
        return self._ask("hex", _given(locals()), ())

    def memory(self, *, method: str | None = None) -> Document:
        """The memory plan: tensors, lifetimes, peaks."""
        return self._ask("memory", _given(locals()), ())

    def sizes(self) -> Document:
        """Where every byte of the files goes."""
        return self._ask("sizes", {}, ())

    def events(
        self,
        *,
        method: str | None = None,
        summary: bool = False,
        ticks_per_second: float | None = None,
        against: Paths | None = None,
        trace: Path | None = None,
    ) -> Document:
        """What ran and when: runs, events, logged values, statistics.

        ``summary`` leaves out single events: its table has count, percentiles and share of every event over the runs of a method.
        ``ticks_per_second`` adds milliseconds. ``against`` holds the runs against those of other ETDumps. ``trace`` writes the
        timeline for Chrome and Perfetto.
        """
        return self._ask("events", _given(locals()), ())

    def evaluate(
        self,
        *,
        method: str | None = None,
        stage: str | None = None,
        inputs: Paths | None = None,
        node: str | Iterable[str] | None = None,
        wide: bool = False,
        plan: bool = False,
        export: Path | None = None,
    ) -> Document:
        """Computes a recorded graph: the values of its nodes and outputs.

        ``inputs`` are ``"example"``, ``"case:N"`` or files of values. ``export`` writes the values of all nodes, or of those that
        ``node`` names, to an .npz. ``wide`` rounds nothing to its type. ``plan`` says what it would take, and computes nothing.
        """
        return self._ask("evaluate", _given(locals()), ())

    def check(self, *, method: str | None = None, run: int | None = None) -> Document:
        """Every instruction of a run against its operator, on the values that it read; ``failed`` when one is wrong."""
        return self._ask("check", _given(locals()), ())

    def stages(self, *, method: str | None = None, inputs: Paths | None = None) -> Document:
        """The same inputs through every recorded graph: where outputs change; ``failed`` when they do."""
        return self._ask("stages", _given(locals()), ())

    def consistency(
        self,
        *,
        method: str | None = None,
        stage: str | None = None,
        role: Mapping[str, str] | str | Iterable[str] | None = None,
        check: str | Iterable[str] | None = None,
        python: Path | None = None,
        runner: Path | None = None,
        time: float | None = None,
        memory: float | None = None,
    ) -> Document:
        """Whether the model agrees with itself in ways that must agree; ``failed`` when it does not.

        ``role`` says what inputs are (``{"ids": "tokens"}``) where that is inferred wrong, ``check`` names the only checks.
        With ``python`` (``sys.executable``) or ``runner`` the program is EXECUTED, too, and held against the graph; ``time`` are
        seconds and ``memory`` GiB that it may take.
        """
        return self._ask("consistency", _given(locals()), ())

    def gap(
        self,
        *,
        method: str | None = None,
        reference: Path | None = None,
        reference_values: Path | None = None,
        reference_run: int | None = None,
        inputs: Paths | None = None,
        wide: bool = False,
        stage: str | None = None,
        run: int | None = None,
        metric: str | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        equal_nan: bool = False,
    ) -> Document:
        """Reference values of nodes against what a run logged, operator by operator; ``["culprit"]`` says which is at fault.

        ``reference`` is ``"computed"`` (unless told: the record's graph is computed), ``"run:N"`` or a file of values.
        """
        return self._ask("gap", _given(locals()), ())

    def drift(
        self,
        *,
        method: str | None = None,
        reference: Path | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        equal_nan: bool = False,
    ) -> Document:
        """The gap of all runs of a method by layer and step; ``failed`` when rounding does not explain it."""
        return self._ask("drift", _given(locals()), ())

    def compare(
        self,
        *,
        method: str | None = None,
        reference: Paths | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        equal_nan: bool = False,
        worst: int | None = None,
        metric: str | None = None,
        junit: Path | None = None,
        output_tolerance: Mapping[str, str] | str | Iterable[str] | None = None,
    ) -> Document:
        """Reference outputs against runtime outputs; ``failed`` when they differ.

        ``output_tolerance`` is ``{"METHOD:INDEX": "RTOL,ATOL"}``. ``junit`` writes the result as JUnit XML, too. Raw outputs are
        given to ``open`` as files or as ``npy``.
        """
        return self._ask("compare", _given(locals()), ())

    def tokens(
        self,
        *,
        method: str | None = None,
        case: int | None = None,
        index: int | None = None,
        reference: Paths | None = None,
        position: int | None = None,
        top: int | None = None,
    ) -> Document:
        """Which tokens reference and runtime choose, from outputs over a vocabulary; ``failed`` when one differs."""
        return self._ask("tokens", _given(locals()), ())

    def advise(
        self,
        topic: str = "quantisation",
        *,
        method: str | None = None,
        schemes: str | Iterable[str] | None = None,
        budget: str | int | None = None,
        max_kl: float | None = None,
        keep: str | Iterable[str] | None = None,
        set_: str | Mapping[str, str] | Iterable[str] | None = None,
        tied: bool = False,
        worst: bool = False,
        against: Paths | None = None,
        cases: int | None = None,
        sets: int | None = None,
        plan: bool = False,
        output: Path | None = None,
    ) -> Document:
        """Which weights may be kept narrow, and what it does to the outputs; ``failed`` when no set fits. Without ``method`` of all.

        ``budget``: bytes that the weights may take, or a text with a unit: ``"120MB"``; ``keep``: ``"float:lm_head"``; ``set_``: what if,
        ``{"lm_head": "int8"}``; ``worst``: choose by the case that is worst; ``against``: the float export of one that is quantised;
        ``output``: where to write the recipe.
        """
        return self._ask("advise", _given(locals(), "topic"), (topic,))

    def conversation(self, *, no_values: bool = False, blame: bool = False, token: int | None = None) -> Document:
        """A trace of a conversation, checked; ``failed`` when anything is wrong. ``no_values`` does not compute the calls.

        ``blame``: also what is to blame for the first token that the reference does not choose, or for this ``token`` (from 0).
        """
        return self._ask("conversation", _given(locals()), ())

    def diff(
        self,
        other: Path | Session,
        *,
        method: str | None = None,
        stage: str | None = None,
        pair_nodes: str | Iterable[str] | None = None,
        exit_code: bool = False,
        against_member: str | None = None,
    ) -> Document:
        """What another export differs in: nodes, weights and how they are kept, delegates, outputs, metadata.

        ``other`` is a file, a folder of files of one session, or a session of one file; ``against_member``: of several programs
        there the one of this name. ``exit_code``: ``failed`` when there is any difference.
        """
        return self._ask("diff", _given(locals(), "other"), (_path(other),))

    def verify(self) -> Document:
        """Checks every offset, checksum and reference; ``failed`` when something is wrong."""
        return self._ask("verify", {}, ())

    def family(self, *, no_verdict: bool = False) -> Document:
        """Several programs of one folder: the files of each, shared bytes, what each adds, keys without an answer, verdicts.

        ``failed`` when a program cannot be read, a key has no answer or a verdict differs. ``no_verdict`` leaves out the verdicts.
        ``etscope.open(..., member=NAME)`` is the session of one of them.
        """
        return self._ask("family", _given(locals()), ())

    def survey(self) -> Document:
        """What this session says in a table of many: a row for each method and run. ``etscope.survey`` makes the table."""
        return self._ask("survey", {}, ())

    def kernels(
        self, *, method: str | None = None, registered: Paths | None = None, write: Path | None = None
    ) -> Document:
        """The kernels that each method needs; ``failed`` when one is not registered.

        ``registered``: what the runtime registers, files as of ``--registered``. ``write``: writes a selective build's list.
        """
        return self._ask("kernels", _given(locals()), ())

    def lint(self, *, suppress: Path | None = None, registered: Paths | None = None) -> Document:
        """What is doubtful for the runner and the device; ``failed`` on errors.

        ``suppress``: a file of findings to leave out. ``registered``: the kernels of the runtime, files as of ``kernels``.
        """
        return self._ask("lint", _given(locals()), ())

    def gate(
        self,
        budget: Path | None = None,
        *,
        against: Paths | None = None,
        ticks_per_second: float | None = None,
        junit: Path | None = None,
        sarif: Path | None = None,
        write_budget: Path | None = None,
    ) -> Document:
        """Sizes, memory, delegation, errors, tokens, times and findings against a file of budgets; ``failed`` when one is broken.

        ``write_budget`` writes a budget file of what is measured now instead. ``against`` is what limits like ``"+5 %"`` are changes
        of. ``junit`` and ``sarif`` write the result for CI, too.
        """
        return self._ask("gate", _given(locals()), ())

    def report(self, output: Path, *, ticks_per_second: float | None = None, viewer: str | None = None) -> Document:
        """Writes one HTML file with everything: verdict, findings, outputs, numeric gap, sizes, times.

        ``viewer`` is where the browser page ``etscope.html`` is: the report links to it and hands it the record without weights.
        """
        return self._ask("report", _given(locals()), ())

    def run(
        self,
        output: Path,
        *,
        method: str | Iterable[str] | None = None,
        case: str | int | Iterable[str | int] | None = None,
        sizes: Mapping[str, int] | None = None,
        values: str | None = None,
        repeat: int | None = None,
        modules: str | None = None,
        python: Path | None = None,
        runner: Path | None = None,
        adb: str | None = None,
        adb_program: Path | None = None,
        time: float | None = None,
        memory: float | None = None,
    ) -> Document:
        """EXECUTES the program on its inputs, into the new folder ``output``; ``["verdict"]`` is that of the session with the run.

        ``case`` is a case's number, bundle, record, example, random or a file, or several of these; ``sizes`` is like ``{"s0": 3}``.
        ``values`` is all, outputs or none; ``modules`` one or fresh. The target is ``python`` (this one unless told), ``runner``, or the
        device ``adb`` with the runner for it.
        """
        several = {"method": method, "case": case}
        given = _given(locals(), "several", "sizes")
        given.update({key: [value] if isinstance(value, (str, int)) else list(value) for key, value in several.items() if value is not None})
        if sizes is not None:
            given["sizes"] = ",".join(f"{name}={size}" for name, size in sizes.items())
        if python is None and runner is None and adb is None:
            given["python"] = sys.executable
        return self._ask("run", given, ())

    def shrink(
        self, output: Path, *, of: str | None = None, python: Path | None = None, time: float | None = None, memory: float | None = None
    ) -> Document:
        """The smallest program that is still wrong in the same way, into the new folder ``output``; EXECUTES parts of the program.

        ``of`` is what is at fault: a method, or an address as ``verdict()`` has it; the first thing unless told. ``python`` (this one
        unless told) has torch and executorch. ``["state"]`` is shrunk, nothing_to_shrink, runtime_right or not_shrunk.
        """
        given = _given(locals())
        if python is None:
            given["python"] = sys.executable
        return self._ask("shrink", given, ())

    def mend(self, output: Path, *, of: str | None = None, python: Path | None = None, time: float | None = None, memory: float | None = None) -> Document:
        """EXECUTES changed exports of the record until the outputs are right, into the new folder ``output``.

        ``["patch"]`` is the change as lines of Python, which were run; ``["trials"]`` what was tried, with what it costs. ``of`` is a
        method or an address; ``python`` (this one unless told) has torch and executorch.
        """
        given = _given(locals())
        if python is None:
            given["python"] = sys.executable
        return self._ask("mend", given, ())

    def slim(self, output: Path, *, drop: str | Iterable[str] | None = None) -> Document:
        """Copies the ETRecord without what ``drop`` names, for bug reports: weights, sources, inputs, names."""
        parts = drop if drop is None or isinstance(drop, str) else ",".join(drop)
        return self._ask("slim", {"output": output, "drop": parts}, ())

    def set_metadata(self, change: Mapping[str, Any], output: Path, *, add: bool = False) -> Document:
        """Copies the program with other values of constant methods and metadata keys; all else stays byte for byte.

        ``change`` is like ``{"get_max_seq_len": 32, "key:list": [1, 2]}``. ``add`` adds keys that are not there, too.
        """
        return self._ask("set-metadata", {"output": output, "add": add}, [f"{key}={_value(value)}" for key, value in change.items()])

    def repro(self, address: str, output: Path, *, run: int | None = None) -> Document:
        """Writes a folder with one operator or delegate call: inputs, weights, outputs, a script for PyTorch.

        ``address`` is METHOD/STAGE/NODE or METHOD/program/0/N.
        """
        return self._ask("extract", {"repro": address, "output": output, "run": run, "json": True}, ())

    def extract(
        self,
        what: str,
        output: Path,
        *,
        method: str | None = None,
        stage: str | None = None,
        role: str | None = None,
        case: int | None = None,
        index: int | None = None,
    ) -> None:
        """Writes a part of the first file to ``output``: a zip entry, a tensor, ``segment:N``, ``named:KEY``, ``delegate:METHOD:N``, …"""
        self._ask("extract", _given(locals(), "what"), (what,))


def _given(arguments: dict[str, Any], *names: str) -> dict[str, Any]:
    """The options among the arguments of a question."""
    return {name: value for name, value in arguments.items() if name != "self" and name not in names}


def _value(value: Any) -> str:
    """A value of metadata as the command line reads it."""
    return value if isinstance(value, str) else json.dumps(value)


def _path(other: Path | Session) -> Path:
    files = getattr(other, "files", None)
    if files is None:
        return other  # type: ignore[return-value]
    if len(files) != 1:
        raise UsageError("usage", "a session of several files stands in no one path; give the folder that holds them")
    path: str = files[0].path
    return path
