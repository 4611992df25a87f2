"""Traces that ``etscope.trace()`` writes: every call with its arrays, in the format of docs/FORMATS.md "Traces"."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy
import pytest

import etscope


class Doubling:
    """A module in place of an exported one."""

    name = "doubling"

    def run_method(self, method: str, inputs: tuple[Any, ...]) -> list[Any]:
        if method == "broken":
            raise RuntimeError("the runtime refuses")
        return [2 * inputs[0]]


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "trace.jsonl").read_text(encoding="utf-8").splitlines()]


def test_calls_are_written_with_their_arrays(tmp_path: Path) -> None:
    program = tmp_path / "model.pte"
    program.write_bytes(b"a program")
    picture = tmp_path / "cat.png"
    picture.write_bytes(b"a picture")
    given = numpy.arange(6, dtype=numpy.float32).reshape(2, 3)
    with etscope.trace(Doubling(), tmp_path / "trace", program=program) as traced:
        traced.message("user", "What is “it”?\n", [picture])
        traced.template("User: What is it?")
        traced.tokens([1, 2, 3])
        outputs = traced.run_method("encode", [given, 7, True])
        assert numpy.array_equal(outputs[0], 2 * given)
        traced.choice(5)
        traced.text("it")
        traced.tokens([9], of="template")
        assert traced.name == "doubling"
        traced.end("eos")
    start, message, template, tokens, call, choice, text, more, end = lines(tmp_path / "trace")
    assert start["format"] == "etscope.trace/1" and start["values"] == "all" and start["memory"] == "per method"
    assert start["program"] == {"file": "../model.pte", "sha256": hashlib.sha256(b"a program").hexdigest()}
    assert message["images"] == ["img-0.png"] and (tmp_path / "trace" / "img-0.png").read_bytes() == b"a picture"
    assert template["text"] == "User: What is it?" and tokens["ids"] == [1, 2, 3] and tokens["position"] == 0
    assert call["index"] == 0 and call["method"] == "encode" and call["ns"] > 0
    assert call["inputs"] == ["c0-i0.npy", "c0-i1.npy", "c0-i2.npy"] and call["outputs"] == ["c0-o0.npy"]
    assert numpy.array_equal(numpy.load(tmp_path / "trace" / "c0-o0.npy"), 2 * given)
    assert numpy.load(tmp_path / "trace" / "c0-i1.npy").item() == 7
    assert choice["call"] == 0 and choice["id"] == 5 and choice["position"] == -1 and choice["sampler"] == {"temperature": 0}
    assert text["text"] == "it" and end["reason"] == "eos"
    assert more["position"] == 4  # behind the three ids and the one that was chosen
    times = [line["t"] for line in lines(tmp_path / "trace")]
    assert times == sorted(times)


def test_hashes_in_place_of_arrays(tmp_path: Path) -> None:
    given = numpy.arange(4, dtype=numpy.int64)
    with etscope.trace(Doubling(), tmp_path / "trace", values="hashes") as traced:
        traced.run_method("encode", [given])
    call = lines(tmp_path / "trace")[1]
    assert call["inputs"] == [{"dtype": "int64", "shape": [4], "sha256": hashlib.sha256(given.tobytes()).hexdigest()}]
    assert [path.name for path in (tmp_path / "trace").iterdir()] == ["trace.jsonl"]


def test_what_happened_before_an_error_is_kept(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), etscope.trace(Doubling(), tmp_path / "trace") as traced:
        traced.run_method("encode", [numpy.zeros(1)])
        traced.run_method("broken", [])
    assert [line["kind"] for line in lines(tmp_path / "trace")] == ["start", "call", "end"]
    assert lines(tmp_path / "trace")[-1]["reason"] == "error"


def test_nothing_is_written_over(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        etscope.trace(Doubling(), tmp_path)
    with pytest.raises(ValueError, match="hashes"):
        etscope.trace(Doubling(), tmp_path / "trace", values="some")


def test_a_method_of_the_runtime(tmp_path: Path) -> None:
    class Metadata:
        def name(self) -> str:
            return "decode"

    class Method:
        metadata = Metadata()

        def execute(self, inputs: list[Any]) -> list[Any]:
            return inputs

    class Program:
        def load_method(self, name: str) -> Method:
            return Method()

    with etscope.trace(Method(), tmp_path / "one") as traced:
        traced.execute([numpy.zeros(2, numpy.float32)])
    with etscope.trace(Program(), tmp_path / "two") as traced:
        traced.run_method("encode", [numpy.zeros(2, numpy.float32)])
    assert lines(tmp_path / "one")[1]["method"] == "decode" and lines(tmp_path / "two")[1]["method"] == "encode"


def test_the_header_for_runners_is_there():
    header = etscope.trace_include() / "etscope_trace.h"
    assert "etscope.trace/1" in header.read_text(encoding="utf-8")
