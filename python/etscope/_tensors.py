"""Tensors of a session, and their elements as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from . import _core
from ._document import Document
from ._errors import Error, UsageError
from ._progress import Progress, Told

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

# What NumPy has for a value type; of ml_dtypes where that is installed, else the integers that hold the bits.
_NUMPY = {
    "f32": "f4", "f64": "f8", "f16": "f2", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "u8": "u1", "u16": "u2", "u32": "u4",
    "u64": "u8", "bool": "?", "c64": "c8", "c128": "c16", "qint8": "i1", "quint8": "u1", "qint32": "i4", "bits8": "u1",
    "bits16": "u2", "bits1x8": "u1", "bits2x4": "u1", "bits4x2": "u1", "quint4x2": "u1", "quint2x4": "u1",
}  # fmt: skip
_ML_DTYPES = {
    "bf16": ("bfloat16", "u2"), "f8e5m2": ("float8_e5m2", "u1"), "f8e4m3fn": ("float8_e4m3fn", "u1"),
    "f8e5m2fnuz": ("float8_e5m2fnuz", "u1"), "f8e4m3fnuz": ("float8_e4m3fnuz", "u1"), "f8e8m0fnu": ("float8_e8m0fnu", "u1"),
}  # fmt: skip


def _dtype(value_type: str, item_size: int) -> numpy.dtype[Any]:
    import numpy

    if value_type in _NUMPY:
        return numpy.dtype(_NUMPY[value_type])
    if value_type == "c32":
        return numpy.dtype([("re", "f2"), ("im", "f2")])
    if value_type in _ML_DTYPES:
        name, bits = _ML_DTYPES[value_type]
        try:
            import ml_dtypes

            found: numpy.dtype[Any] = numpy.dtype(getattr(ml_dtypes, name))
            return found
        except (ImportError, AttributeError):
            return numpy.dtype(bits)
    if item_size in (1, 2):
        return numpy.dtype(f"u{item_size}")
    raise Error("export-type-unsupported", f"NumPy has nothing for elements of type {value_type}")


class Tensor:
    """One tensor of a file: what it is, and its elements when they are asked for."""

    __slots__ = ("_tensor", "_progress")

    def __init__(self, tensor: _core.Tensor, progress: Progress = None) -> None:
        self._tensor = tensor
        self._progress: Progress = progress

    @property
    def name(self) -> str:
        """Its name in the file; ``""`` for values that have none."""
        return self._tensor.name

    @property
    def role(self) -> str:
        """``"parameter"``, ``"buffer"``, ``"constant"``, ``"reference_output"``, …"""
        return self._tensor.role

    @property
    def method(self) -> str | None:
        """The method that it belongs to."""
        return self._tensor.method

    @property
    def stage(self) -> str | None:
        """The stage that it belongs to."""
        return self._tensor.stage

    @property
    def case(self) -> int | None:
        """The case of reference outputs and inputs."""
        return self._tensor.case

    @property
    def index(self) -> int | None:
        """Its position among inputs or outputs."""
        return self._tensor.index

    @property
    def run(self) -> int | None:
        """The run that logged it."""
        return self._tensor.run

    @property
    def file(self) -> str:
        """The path of its file."""
        return self._tensor.file

    @property
    def value_type(self) -> str:
        """``"f32"``, ``"bf16"``, ``"qint8"``, …"""
        return self._tensor.value_type

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes."""
        return tuple(self._tensor.shape)

    @property
    def strides(self) -> tuple[int, ...]:
        """Its strides, in elements."""
        return tuple(self._tensor.strides)

    @property
    def bytes(self) -> int | None:
        """The bytes of its values; None where their number overflows."""
        return self._tensor.bytes

    @property
    def data_offset(self) -> int | None:
        """The first element, from the start of the outermost file; None when the bytes are in no file."""
        return self._tensor.data_offset

    @property
    def in_place(self) -> bool:
        """Whether ``numpy()`` is a view of the file's own bytes."""
        return self._tensor.in_place

    @property
    def note(self) -> str:
        """Why it cannot be read, or what is odd about it."""
        return self._tensor.note

    def numpy(self, copy: bool | None = None) -> NDArray[Any]:
        """The elements as a NumPy array.

        Args:
            copy: None: the file's own bytes where they can be seen in place, else a copy. False: in place, or an error. True: a copy
                that belongs to nobody else.

        An array in place cannot be written, keeps the file mapped, and costs no memory of its own, however large the file is. As
        with ``numpy.memmap``, the system ends the process that reads such an array after the file was cut short: for files that
        others may write meanwhile, take a copy, which is read through checked reads. Members of archives that are compressed,
        lazily conjugated tensors, and types of which several elements share a byte are always copies (one element a byte).

        bf16 and the eight-bit floats have the types of ``ml_dtypes`` when that package is installed, else their bits as unsigned
        integers: ``value_type`` says what they are. Quantised tensors give their integers;
        ``Session.tensor(name, dequantised=True)`` gives the numbers that they stand for.
        """
        in_place = self._tensor.in_place
        if copy is False and not in_place:
            raise UsageError("tensor-not-in-place", "the elements do not lie in the file as they are to be read", self.name)
        return self._copied() if copy or not in_place else self._view()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        array = self.numpy(copy)
        return array if dtype is None or array.dtype == dtype else array.astype(dtype)

    def _view(self) -> NDArray[Any]:
        import numpy

        tensor = self._tensor
        dtype = _dtype(tensor.value_type, tensor.item_size)
        if tensor.big_endian:
            dtype = dtype.newbyteorder(">")
        storage = memoryview(tensor.storage())
        if 0 in tensor.shape:
            return numpy.empty(tensor.shape, dtype)
        strides = [stride * dtype.itemsize for stride in tensor.strides]
        return numpy.ndarray(tensor.shape, dtype, storage, tensor.storage_offset * dtype.itemsize, strides)

    def _copied(self) -> NDArray[Any]:
        import numpy

        with Told(self._progress) as tell:
            elements = memoryview(self._tensor.copied(tell))
        dtype = _dtype(self._tensor.value_type, self._tensor.item_size)
        if 0 in self._tensor.shape:
            return numpy.empty(self._tensor.shape, dtype)
        return numpy.ndarray(self._tensor.shape, dtype, elements)

    def __repr__(self) -> str:
        shape = ",".join(str(size) for size in self.shape)
        return f"<Tensor {self.name!r} {self.role} {self.value_type}[{shape}]>"


class Tensors(Sequence[Tensor]):
    """The tensors of a session, in the order of its files. A name chooses the only one that has it."""

    def __init__(self, tensors: list[Tensor], document: Any) -> None:
        self._tensors = tensors
        self._document = document

    @property
    def document(self) -> Document:
        """The document ``etscope.tensors/1`` of the same tensors: where each weight is elsewhere, its quantisation, its storage."""
        document: Document = self._document()
        return document

    def named(self, name: str) -> Tensors:
        """All of one name: of several methods, stages, cases."""
        chosen = [tensor for tensor in self._tensors if tensor.name == name]
        return Tensors(chosen, self._document)

    @overload
    def __getitem__(self, key: int) -> Tensor: ...
    @overload
    def __getitem__(self, key: slice) -> Tensors: ...
    @overload
    def __getitem__(self, key: str) -> Tensor: ...
    def __getitem__(self, key: int | slice | str) -> Tensor | Tensors:
        if isinstance(key, slice):
            return Tensors(self._tensors[key], self._document)
        if isinstance(key, int):
            return self._tensors[key]
        chosen = self.named(key)
        if len(chosen) != 1:
            raise KeyError(key if not len(chosen) else f"{len(chosen)} tensors are named {key!r}; use named() or Session.tensor()")
        return chosen[0]

    def __len__(self) -> int:
        return len(self._tensors)

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self._tensors)

    def to_pandas(self) -> Any:
        """The table of the document as a pandas DataFrame."""
        return self.document.to_pandas()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        return self.document.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<Tensors: {len(self)}>"
