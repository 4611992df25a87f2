"""Long calls release the interpreter's lock, tell progress, and obey Ctrl+C."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy
import pytest

import etscope
from conftest import SAMPLE


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """As at a terminal: what runs in the background ignores them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture()
def long(tmp_path: Path) -> etscope.Session:
    """A session whose statistics take many seconds: 16 GiB of zeros that take no room."""
    path = tmp_path / "long.npy"
    header = {"descr": "<f4", "fortran_order": False, "shape": (1 << 32,)}
    with open(path, "wb") as file:
        numpy.lib.format.write_array_header_1_0(file, header)
        file.truncate(file.tell() + (16 << 30))
    return etscope.open(path, progress=False)


def test_ctrl_c_ends_a_call(long: etscope.Session) -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        long.statistics("")
    timer.join()
    assert long.info()["files"]  # the session stays usable


def test_other_threads_run_meanwhile(long: etscope.Session) -> None:
    turns = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal turns
        while not stop.wait(0.001):
            turns += 1
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=count)
    thread.start()
    threading.Timer(0.5, stop.set).start()
    with pytest.raises(KeyboardInterrupt):
        long.statistics("")
    thread.join()
    assert turns > 20


def test_a_handler_of_signals_runs_and_the_call_goes_on(sample: etscope.Session, tmp_path: Path) -> None:
    met = []
    before = signal.signal(signal.SIGUSR1, lambda *_: met.append(1))
    try:
        session = _hashed(tmp_path)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        assert session.statistics("")["statistics"]["zero"] == 1 << 29
        assert met
    finally:
        signal.signal(signal.SIGUSR1, before)


def _hashed(folder: Path) -> etscope.Session:
    path = folder / "some.npy"
    with open(path, "wb") as file:
        numpy.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (1 << 29,)})
        file.truncate(file.tell() + (2 << 30))
    return etscope.open(path, progress=False)


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[float] = []
    _hashed(tmp_path)
    tensor = etscope.open(tmp_path / "some.npy", progress=told.append).tensors()[0]
    assert tensor.numpy(copy=True).size == 1 << 29
    assert told and told == sorted(told) and 0 <= told[0] and told[-1] == 1


def test_what_progress_raises_ends_the_call(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def progress(fraction: float) -> None:
        raise Enough

    _hashed(tmp_path)
    tensor = etscope.open(tmp_path / "some.npy", progress=progress).tensors()[0]
    with pytest.raises(Enough):
        tensor.numpy(copy=True)


def test_threads_may_ask_at_once() -> None:
    session = etscope.open(SAMPLE, progress=False)
    answers: list[etscope.Document] = []
    threads = [threading.Thread(target=lambda: answers.append(session.verdict())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8 and all(answer["sentences"] == answers[0]["sentences"] for answer in answers)
