"""Tensors as NumPy arrays: in place, and as copies."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import etscope
from conftest import SAMPLE, folders


def _mapped(path: Path) -> bool:
    return str(path) in Path("/proc/self/maps").read_text()


@pytest.mark.parametrize("folder", folders(), ids=lambda path: path.name)
def test_views_and_copies_hold_the_same(folder: Path) -> None:
    with etscope.open(folder, progress=False) as session:
        views = 0
        for tensor in session.tensors(delegates=True):
            try:
                copied = tensor.numpy(copy=True)
            except etscope.Error:
                continue
            seen = tensor.numpy()
            assert seen.shape == copied.shape == tensor.shape and seen.dtype == copied.dtype, tensor
            assert numpy.ascontiguousarray(seen).tobytes() == copied.tobytes(), tensor
            assert copied.flags.writeable or not copied.size
            if tensor.in_place and copied.size:
                assert not seen.flags.writeable and not seen.flags.owndata, tensor
                views += 1
    assert views or folder.name in ("trivial", "tokenizers", "nested"), "nothing was seen in place"


def test_elements_are_those_that_the_file_exports(sample: etscope.Session, tmp_path: Path) -> None:
    for tensor in [t for t in sample.tensors() if t.role == "parameter"][:10]:
        sample.statistics(tensor.name, method=tensor.method, stage=tensor.stage, export=tmp_path / "one.npy")
        assert numpy.array_equal(numpy.load(tmp_path / "one.npy"), tensor.numpy()), tensor


def test_a_view_costs_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.npy"
    header = numpy.lib.format.header_data_from_array_1_0(numpy.empty(0, "<f4")) | {"shape": (1 << 30,)}
    with open(path, "wb") as file:
        numpy.lib.format.write_array_header_1_0(file, header)
        file.truncate(file.tell() + (4 << 30))  # a hole: takes no room
    code = f"""
import etscope, re
session = etscope.open({str(path)!r})
view = session.tensors()[0].numpy(copy=False)
assert view.shape == (1 << 30,) and view[1 << 29] == 0 and not view.flags.writeable
peak = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
assert peak < 1 << 20, f"{{peak}} kB"
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_views_share_one_mapping_that_lives_as_long_as_they(sample: etscope.Session) -> None:
    path = SAMPLE / "model.etrecord"
    session = etscope.open(path, progress=False)
    name = next(t.name for t in session.tensors() if t.role == "parameter" and t.in_place)
    one, two = session.tensors().named(name)[0].numpy(), session.tensors().named(name)[0].numpy()
    assert numpy.shares_memory(one, two) and _mapped(path)
    expected = one.copy()
    session.close()
    del session, two
    gc.collect()
    assert _mapped(path) and numpy.array_equal(one, expected)
    del one
    gc.collect()
    assert not _mapped(path)


def test_a_changed_file_is_not_seen_in_place(tmp_path: Path) -> None:
    path = tmp_path / "one.npy"
    numpy.save(path, numpy.arange(6, dtype="f4"))
    session = etscope.open(path, progress=False)
    tensor = session.tensors()[0]
    numpy.save(tmp_path / "other.npy", numpy.zeros(9, "f4"))
    os.replace(tmp_path / "other.npy", path)
    assert session.changed_files == [str(path)]
    with pytest.raises(etscope.FileError) as caught:
        tensor.numpy()
    assert caught.value.code == "file-changed"
    assert tensor.numpy(copy=True).tolist() == [0, 1, 2, 3, 4, 5]  # of what was opened


def test_what_is_compressed_is_copied(tmp_path: Path) -> None:
    numpy.savez_compressed(tmp_path / "packed.npz", a=numpy.arange(10_000))
    tensor = etscope.open(tmp_path / "packed.npz", progress=False).tensors()[0]
    assert tensor.numpy().tolist() == list(range(10_000))
    if not tensor.in_place:
        with pytest.raises(etscope.Error) as caught:
            tensor.numpy(copy=False)
        assert caught.value.code == "tensor-not-in-place"


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", ">f4", "i1", "<i2", ">i4", "i8", "u1", "u2", "u4", "u8", "?", "c8", "c16"])
def test_every_type_of_numpy(tmp_path: Path, dtype: str) -> None:
    array = numpy.arange(12).reshape(3, 4).astype(dtype)
    numpy.save(tmp_path / "one.npy", array)
    numpy.save(tmp_path / "other.npy", numpy.asfortranarray(array))
    for name in ("one.npy", "other.npy"):
        tensor = etscope.open(tmp_path / name, progress=False).tensors()[0]
        assert numpy.array_equal(tensor.numpy(), array) and numpy.array_equal(tensor.numpy(copy=True), array)
        assert numpy.array_equal(numpy.asarray(tensor), array)


def test_empty_and_scalar(tmp_path: Path) -> None:
    for shape in ((), (0,), (3, 0, 2)):
        numpy.save(tmp_path / "one.npy", numpy.zeros(shape, "f4"))
        tensor = etscope.open(tmp_path / "one.npy", progress=False).tensors()[0]
        assert tensor.numpy().shape == tensor.numpy(copy=True).shape == shape


def test_names_choose(sample: etscope.Session) -> None:
    tensors = sample.tensors(method="text_decoder")
    name = tensors[0].name
    assert name in repr(tensors[0]) and len(tensors.named(name)) >= 1 and len(tensors[:3]) == 3
    with pytest.raises(KeyError):
        tensors["there is none"]
    with pytest.raises(etscope.UsageError) as caught:
        sample.tensor("there is none")
    assert caught.value.code == "no-such-tensor"
