"""Traces: what a runner really did in a conversation, written while it happens.

    >>> with etscope.trace(module, "trace", program="model.pte", record="model.etrecord") as traced:
    ...     traced.message("user", "What is it?", images=["cat.png"])
    ...     ids = tokenizer.encode(prompt).ids
    ...     traced.template(prompt)
    ...     traced.tokens(ids)
    ...     features = traced.run_method("vision_encoder", [pixels])
    ...     logits = traced.run_method("text_decoder", [embeddings, positions])[0]
    ...     traced.choice(int(logits[0, -1].argmax()))

The folder holds ``trace.jsonl`` and the arrays of every call (format ``etscope.trace/1``, docs/FORMATS.md "Traces"); ``etscope-cli
conversation trace`` judges it. Needs numpy, and whatever runs the program; nothing of etscope's core, unless the runtime writes a dump.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

_FORMAT = "etscope.trace/1"
_READ = 1 << 20  # bytes of a file at once


def _hash_of(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_READ):
            digest.update(block)
    return digest.hexdigest()


def _array(value: Any) -> tuple[Any, str] | None:
    """The value as numpy has it, and its own type; None for what is no array and no number."""
    import numpy

    if isinstance(value, (bool, int, float)):
        array = numpy.asarray(value, numpy.bool_ if isinstance(value, bool) else numpy.int64 if isinstance(value, int) else numpy.float64)
        return array, str(array.dtype)
    if hasattr(value, "detach"):  # a tensor of torch
        tensor = value.detach().cpu()
        name = str(tensor.dtype).removeprefix("torch.")
        return (tensor.float() if name == "bfloat16" else tensor).numpy(), name  # numpy has no bfloat16: every one is a float32
    if hasattr(value, "__array__"):
        array = numpy.asarray(value)
        return (array, str(array.dtype)) if array.dtype.kind in "biufc" else None
    return None


class Traced:
    """A module whose calls are written down; made by ``etscope.trace()``. One thread at a time.

    Every attribute that is not of the trace is the module's own.
    """

    def __init__(
        self, module: Any, folder: str | os.PathLike[str], *, values: str = "all", sampler: Mapping[str, Any] | None = None,
        memory: str | None = None, runner: str = "etscope.trace", **files: str | os.PathLike[str] | None,
    ) -> None:  # fmt: skip
        if values not in ("all", "hashes"):
            raise ValueError(f"values are kept as 'all' or 'hashes', not {values!r}")
        self._module, self._folder, self._values = module, Path(folder), values
        self._folder.mkdir(parents=True, exist_ok=False)
        self._file = open(self._folder / "trace.jsonl", "x", encoding="utf-8")
        self._begun = time.perf_counter_ns()
        self._lines: list[dict[str, Any]] = []
        self._sampler = dict(sampler or {"temperature": 0})
        self._methods: dict[str, Any] = {}
        self._calls = self._images = self._dumps = self._position = 0
        self._since = 0  # the first call of the dump that is written next
        self._ended = False
        memory = memory or ("per method" if hasattr(module, "run_method") else None)
        start = {
            "format": _FORMAT, **{name: self._named(path) for name, path in files.items() if path is not None}, "values": values,
            "runner": runner, "device": {"kind": "cpu", "name": f"{platform.system()} {platform.machine()}"}, **({"memory": memory} if memory else {}),
        }  # fmt: skip
        self._write("start", start)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._module, name)

    def __enter__(self) -> Traced:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None) -> None:
        self.close("error" if kind else None)

    # What the runner does.

    def run_method(self, method: str, inputs: Sequence[Any] = (), *, image: str | None = None, **told: Any) -> Any:
        """Calls the method and writes the call down: ``inputs``, outputs, how long it took. ``image``: the picture that it is of;
        ``told``: what else is known of the call (``conversation``, ``state``)."""
        at, before = self._now(), time.perf_counter_ns()
        outputs = self._run(method, inputs)
        nanos = time.perf_counter_ns() - before
        index = self._calls
        self._calls += 1
        given = outputs if isinstance(outputs, (list, tuple)) else [outputs]
        call = {
            "index": index, "method": method, "ns": nanos, "inputs": self._kept(inputs, f"c{index}-i"),
            "outputs": self._kept(given, f"c{index}-o"), **({"image": image} if image else {}), **told,
        }  # fmt: skip
        self._write("call", call, at)
        return outputs

    def forward(self, *inputs: Any) -> Any:
        """Calls the method ``forward``; so does calling the module."""
        return self.run_method("forward", inputs)

    __call__ = forward

    def execute(self, inputs: Sequence[Any] = ()) -> Any:
        """Of a method of ``executorch.runtime`` that was wrapped itself."""
        metadata = getattr(self._module, "metadata", None)
        return self.run_method(metadata.name() if metadata is not None else "forward", inputs)

    # What it says of itself.

    def message(self, role: str, text: str, images: Iterable[str | os.PathLike[str]] = (), **told: Any) -> None:
        """What somebody said, with the pictures; these are copied into the trace."""
        names = [self._copied(Path(image)) for image in images]
        self._write("message", {"role": role, "text": text, **({"images": names} if names else {}), **told})

    def template(self, text: str, continues: bool = False, **told: Any) -> None:
        """The prompt after the chat template; ``continues``: only what is added to the conversation."""
        self._write("template", {"text": text, **({"continues": True} if continues else {}), **told})

    def tokens(self, ids: Iterable[int], of: str = "template", position: int | None = None, **told: Any) -> None:
        """The ids of the template, or of what it is ``expanded`` to; ``position``: of the first in the sequence."""
        numbers = [int(one) for one in ids]
        if position is None:
            position = self._position
            if of == "template":
                self._position += len(numbers)
        self._write("tokens", {"ids": numbers, "of": of, "position": position, **told})

    def choice(self, id: int, call: int | None = None, position: int = -1, output: int = 0, sampler: Mapping[str, Any] | None = None, **told: Any) -> None:
        """The token that was chosen from an output of a call (the last one), at that position of it."""
        self._position += 1
        chosen = {"call": self._calls - 1 if call is None else call, "output": output, "position": position, "id": int(id)}
        self._write("choice", {**chosen, "sampler": dict(sampler or self._sampler), **told})

    def text(self, text: str, **told: Any) -> None:
        """What was shown of the answer."""
        self._write("text", {"text": text, **told})

    def reset(self, module: Any = None, how: str = "reload", **told: Any) -> None:
        """A conversation begins anew; ``module``: the one that was loaded for it."""
        if module is not None:
            self._write_dump()
            self._module = module
            self._methods.clear()
        self._position = 0
        self._write("reset", {"how": how, **told})

    def end(self, reason: str = "eos", **told: Any) -> None:
        """The answer ended: ``eos``, ``length`` (of new tokens) or ``bound`` (of the sequence)."""
        self._ended = True
        self._write("end", {"reason": reason, **told})

    def close(self, reason: str | None = None) -> None:
        """Writes the dump, and the lines again with the runs of it that calls were."""
        if self._file.closed:
            return
        if reason is not None and not self._ended:
            self.end(reason)
        self._write_dump()
        self._file.close()
        whole = self._folder / "trace.jsonl.new"
        with open(whole, "x", encoding="utf-8") as file:
            file.writelines(_text(line) for line in self._lines)
        os.replace(whole, self._folder / "trace.jsonl")

    # How it is written.

    def _now(self) -> int:
        return time.perf_counter_ns() - self._begun

    def _write(self, kind: str, line: Mapping[str, Any], at: int | None = None) -> None:
        made = {"kind": kind, "t": self._now() if at is None else at, **line}
        self._lines.append(made)
        self._file.write(_text(made))
        self._file.flush()  # what happened until a runner dies is kept

    def _named(self, path: str | os.PathLike[str]) -> dict[str, str]:
        return {"file": os.path.relpath(path, self._folder), "sha256": _hash_of(Path(path))}

    def _copied(self, image: Path) -> str:
        name = f"img-{self._images}{image.suffix}"
        self._images += 1
        shutil.copyfile(image, self._folder / name)
        return name

    def _kept(self, values: Sequence[Any], prefix: str) -> list[Any]:
        return [self._value(value, f"{prefix}{i}.npy") for i, value in enumerate(values)]

    def _value(self, value: Any, file: str) -> Any:
        import numpy

        made = _array(value)
        if made is None:
            return None
        array, dtype = made
        if self._values == "all":
            numpy.save(self._folder / file, array, allow_pickle=False)
            return file
        elements = numpy.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
        if dtype == "bfloat16":  # of its own two bytes each: the upper ones of a float32
            elements = numpy.frombuffer(elements, "<u2")[1::2].tobytes()
        return {"dtype": dtype, "shape": list(array.shape), "sha256": hashlib.sha256(elements).hexdigest()}

    def _run(self, method: str, inputs: Sequence[Any]) -> Any:
        if hasattr(self._module, "run_method"):  # of portable_lib
            return self._module.run_method(method, tuple(inputs))
        if hasattr(self._module, "load_method"):  # a program of executorch.runtime
            if method not in self._methods:
                self._methods[method] = self._module.load_method(method)
            return self._methods[method].execute(inputs)
        return self._module.execute(inputs)

    def _write_dump(self) -> None:
        """Of a module that records events: the dump since the last one, and which of its runs each call was."""
        calls = [line for line in self._lines[self._since :] if line["kind"] == "call"]
        self._since = len(self._lines)
        write = getattr(self._module, "write_etdump_result_to_file", None)
        has = getattr(self._module, "has_etdump", None)
        if not calls or write is None or (has is not None and not has()):
            return
        dump, values = f"run-{self._dumps}.etdp", f"run-{self._dumps}.dbg"
        self._dumps += 1
        write(str(self._folder / dump), str(self._folder / values))
        if not (self._folder / values).exists() or self._values == "hashes":
            (self._folder / values).unlink(missing_ok=True)
            values = ""
        for call, run in zip(calls, self._executions(dump, len(calls)), strict=False):
            call["dump"] = {"file": dump, "run": run, **({"values": values} if values else {})}

    def _executions(self, dump: str, calls: int) -> list[int]:
        """The blocks of the dump that are executions, in order; none where there are not as many as calls."""
        from ._session import open

        with open(str(self._folder / dump)) as session:
            runs = [run.index for run in session.runs if run.name == "Execute"]
        return runs if len(runs) == calls else []


def _text(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def trace(module: Any, folder: str | os.PathLike[str], **told: Any) -> Traced:
    """The module, with every call written down in the folder, which must not exist.

    ``module``: of portable_lib, or a ``Program`` or ``Method`` of ``executorch.runtime``. ``program``, ``record``, ``tokenizer``,
    ``template``, ``processor``: files of the export, by which checks know what should have been done. ``values``: ``"all"``, or
    ``"hashes"`` for no arrays but their SHA-256. ``sampler``: ``{"temperature": 0}`` unless told. ``memory``: ``"shared"`` where methods
    share their state.
    """
    return Traced(module, folder, **told)
