#!/usr/bin/env python3
"""Writes tests/pickle/data: small files of torch.save and pickle, and what PyTorch itself says about their content.

Run with a Python that has torch (2.13 made the present files) and executorch:  python3 tests/pickle/make_data.py
"""

import collections
import io
import json
import os
import pickle
import sys
import types
import zipfile

import torch

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
expected = {}


class Tagged(torch.Tensor):
    """A tensor subclass with data and an attribute."""


class Box:
    def __init__(self, **members):
        self.__dict__.update(members)


Tagged.__module__ = Box.__module__ = "sample.module"
sys.modules["sample"] = types.ModuleType("sample")
sys.modules["sample.module"] = types.ModuleType("sample.module")
sys.modules["sample.module"].Tagged = Tagged
sys.modules["sample.module"].Box = Box


def describe_tensor(t, storages):
    """What the reader must find out about a tensor."""
    row = {"kind": "tensor", "dtype": str(t.dtype).removeprefix("torch."), "shape": [] if t.is_nested else list(t.shape)}
    if t.is_sparse or t.layout in (torch.sparse_csr, torch.sparse_csc):
        return row | {"state": "sparse"}
    if t.is_nested:
        return row | {"state": "opaque"}
    if t.device.type == "meta":
        return row | {"state": "meta", "strides": list(t.stride())}
    row |= {"state": "dense", "strides": list(t.stride()), "offset": t.storage_offset(), "requires_grad": t.requires_grad}
    row["storage"] = storages.setdefault(t.untyped_storage().data_ptr() or id(t), len(storages))
    row["storage_bytes"] = t.untyped_storage().nbytes()
    row["conj"], row["neg"] = t.is_conj(), t.is_neg()
    if t.is_quantized:
        raw = t.detach().int_repr()
        per_tensor = t.qscheme() == torch.per_tensor_affine
        row["scales"] = [t.q_scale()] if per_tensor else t.q_per_channel_scales().double().tolist()
        row["zero_points"] = [t.q_zero_point()] if per_tensor else t.q_per_channel_zero_points().double().tolist()
        row["axis"] = None if per_tensor else t.q_per_channel_axis()
        row["real"] = t.dequantize().double().flatten().tolist()
    else:
        raw = t.detach()
    if t.is_conj() or t.is_neg():
        resolved = raw.resolve_conj().resolve_neg().flatten()
        values = torch.view_as_real(resolved).flatten() if resolved.is_complex() else resolved
        row["resolved"] = values.double().tolist()
    elif not (t.is_quantized and t.dtype == torch.quint4x2):
        flat = raw.contiguous().as_subclass(torch.Tensor)
        row["bytes"] = bytes(flat.reshape(-1).view(torch.uint8).tolist()).hex() if flat.numel() else ""
    return row


def leaves(value, path, storages, rows):
    if isinstance(value, torch.Tensor):
        rows.append([path, describe_tensor(value, storages)])
    elif isinstance(value, dict):
        for key, item in value.items():
            text = key if isinstance(key, str) else str(key).replace("'", '"')
            leaves(item, f"{path}.{text}" if path else text, storages, rows)
    elif isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            leaves(item, f"{path}[{i}]", storages, rows)
    elif value is None:
        rows.append([path, {"kind": "none"}])
    elif isinstance(value, bool):
        rows.append([path, {"kind": "bool", "value": value}])
    elif isinstance(value, int) and -(2**63) <= value < 2**63:
        rows.append([path, {"kind": "int", "value": str(value)}])
    elif isinstance(value, int):
        rows.append([path, {"kind": "text", "value": ("-" if value < 0 else "") + "0x%X" % abs(value)}])
    elif isinstance(value, float):
        rows.append([path, {"kind": "double", "value": value.hex()}])
    elif isinstance(value, str):
        rows.append([path, {"kind": "text", "value": value}])
    elif isinstance(value, (torch.dtype, torch.layout, torch.device)):
        rows.append([path, {"kind": "text", "value": str(value)}])
    else:
        raise TypeError(type(value))


def write(name, data, value):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)
    rows = []
    leaves(value, "", {}, rows)
    expected[name] = rows


def saved(value, **options):
    buffer = io.BytesIO()
    torch.save(value, buffer, **options)
    return buffer.getvalue()


def loaded(data):
    return torch.load(io.BytesIO(data), weights_only=False)


def rezipped(data, change, method=zipfile.ZIP_STORED):
    """The archive with each (name, bytes) passed through `change`, which may return None to drop it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", method) as new:
        for name in old.namelist():
            content = change(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return out.getvalue()


DTYPES = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32, torch.float64,
          torch.complex32, torch.complex64, torch.complex128, torch.bool, torch.bfloat16, torch.uint16, torch.uint32, torch.uint64,
          torch.float8_e5m2, torch.float8_e4m3fn, torch.float8_e5m2fnuz, torch.float8_e4m3fnuz, torch.float8_e8m0fnu]  # fmt: skip


def every_dtype():
    result = collections.OrderedDict()
    for dtype in DTYPES:
        data = bytes((37 * i + 11) % 2 if dtype is torch.bool else (37 * i + 11) % 256 for i in range(6 * dtype.itemsize))
        result[str(dtype)] = torch.frombuffer(bytearray(data), dtype=dtype).reshape(2, 3)
    return result


def views():
    base = torch.arange(24, dtype=torch.float32).reshape(4, 6)
    return {"base": base, "row": base[2], "window": base[1:3, 2:5], "transposed": base.t(), "step": base[:, ::2],
            "expanded": torch.tensor([7.0]).expand(3, 4), "scalar": torch.tensor(2.5, dtype=torch.float64),
            "none": torch.empty(0, 3), "channels": torch.arange(24.0).reshape(1, 2, 3, 4).contiguous(memory_format=torch.channels_last),
            "nan": torch.tensor([float("nan"), float("inf"), -0.0])}  # fmt: skip


def quantized():
    x = torch.linspace(-2, 2, 12).reshape(3, 4)
    scales, zeros = torch.tensor([0.1, 0.2, 0.05], dtype=torch.float64), torch.tensor([0, 3, -2])
    return {"quint8": torch.quantize_per_tensor(x, 0.05, 10, torch.quint8), "qint8": torch.quantize_per_tensor(x, 0.03, -1, torch.qint8),
            "qint32": torch.quantize_per_tensor(x, 1e-4, 5, torch.qint32),
            "channels": torch.quantize_per_channel(x, scales, zeros, 0, torch.qint8),
            "float_zero": torch.quantize_per_channel(x, scales.float(), torch.tensor([0.5, 1.5, 0.0]), 0, torch.quint8)}  # fmt: skip


def containers():
    names = collections.Counter(["a", "b", "a"])
    lazy = collections.defaultdict(int)
    lazy["z"] = 9
    shared = [1, 2.5]
    return {"none": None, "yes": True, "no": False, "ints": [0, -1, 255, 65535, 2**30, -(2**30), 2**31 - 1, -(2**31), 2**40, 2**63 - 1, -(2**63)],
            "big": [2**63, -(2**63) - 1, 2**64, 2**200, -(2**71)], "doubles": [0.0, -0.0, 1e-310, 1.5, float("inf")],
            "text": ["", "plain", "ünïcode ☃ 𝄞", "line\nbreak"], "counter": names, "lazy": lazy, "empty": [[], (), {}],
            "tuple": (1, (2, (3,)), (4, 5), (6, 7, 8), (9, 10, 11, 12)), "shared": [shared, shared], 5: "int key", (1, "x"): "tuple key",
            "size": torch.Size([2, 3]), "dtype": torch.bfloat16, "device": [torch.device("cpu"), torch.device("cuda", 1)]}  # fmt: skip


def odd_tensors():
    i = torch.tensor([[0, 1, 1], [2, 0, 2]])
    z = torch.tensor([1 + 2j, 3 - 4j], dtype=torch.complex64)
    other = z.clone()
    parameter = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    noted = torch.nn.Parameter(torch.tensor([3.0]), requires_grad=False)
    noted.label = "kept"
    tagged = torch.tensor([5.0, 6.0]).as_subclass(Tagged)
    tagged.extra = torch.tensor([1])
    return {"coo": torch.sparse_coo_tensor(i, torch.tensor([3.0, 4.0, 5.0]), (2, 3)),
            "csr": torch.tensor([[0.0, 1.0], [2.0, 0.0]]).to_sparse_csr(), "csc": torch.tensor([[0.0, 1.0], [2.0, 0.0]]).to_sparse_csc(),
            "meta": torch.empty(2, 3, device="meta", dtype=torch.float16), "conj": z.conj(), "neg": other.conj().imag,
            "nested": torch.nested.nested_tensor([torch.ones(2, 3), torch.zeros(1, 3)]),
            "parameter": parameter, "noted": noted, "tagged": tagged}  # fmt: skip


def main():
    os.makedirs(HERE, exist_ok=True)
    for name, make in (("dtypes", every_dtype), ("views", views), ("quantized", quantized), ("containers", containers), ("odd_tensors", odd_tensors)):
        data = saved(make())
        write(f"{name}.pt", data, loaded(data))
    module = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
    with torch.no_grad():
        for i, tensor in enumerate(module.state_dict().values()):
            tensor.fill_(i)
    data = saved(module.state_dict())
    write("state_dict.pt", data, loaded(data))

    swap = {"archive/data/%d" % i: d.itemsize // (2 if d.is_complex else 1) for i, d in enumerate(DTYPES)}

    def to_big(name, content):
        if name.endswith("byteorder"):
            return b"big"
        if name in swap:
            size = swap[name]
            return b"".join(content[i : i + size][::-1] for i in range(0, len(content), size))
        return content

    plain = saved(every_dtype())
    big = rezipped(plain, to_big)
    for key, tensor in loaded(big).items():
        if tensor.dtype in torch.storage._new_dtypes():
            continue  # PyTorch does not swap storages without a type, though a big-endian host writes them in its order
        assert torch.equal(tensor.flatten().view(torch.uint8), loaded(plain)[key].flatten().view(torch.uint8)), key
    write("big_endian.pt", big, loaded(plain))
    data = rezipped(saved(views()), lambda name, content: content, zipfile.ZIP_DEFLATED)
    write("deflated.pt", data, views())
    data = rezipped(saved(views()), lambda name, content: None if name == "archive/byteorder" else content)
    write("no_byteorder.pt", data, loaded(data))

    typed = {k: v for k, v in every_dtype().items() if v.dtype not in torch.storage._new_dtypes()}
    untyped = {k: v for k, v in every_dtype().items() if k not in typed}
    # PyTorch writes this form but cannot read it back.
    write("legacy_untyped.pt", saved(untyped, _use_new_zipfile_serialization=False), untyped)
    for name, make in (("dtypes", lambda: typed), ("views", views), ("quantized", quantized)):
        data = saved(make(), _use_new_zipfile_serialization=False)
        write(f"legacy_{name}.pt", data, loaded(data))
    for protocol in (1, 3, 4, 5):
        value = {"x": torch.tensor([1.5, -2.0]), "flag": True, "n": 2**70, "k": [1, 300]}
        data = saved(value, pickle_protocol=protocol)
        write(f"protocol{protocol}.pt", data, loaded(data))
        data = saved(value, pickle_protocol=protocol, _use_new_zipfile_serialization=False)
        write(f"legacy_protocol{protocol}.pt", data, loaded(data))
    for name in ("protocol1.pt", "legacy_protocol1.pt"):  # protocol 1 writes digits
        expected[name][2][1]["value"] = str(2**70)
    for protocol in (2, 4, 5):
        base = torch.arange(6, dtype=torch.int32)
        value = {"forward": [torch.tensor([[1.0, 2.0]]), base, base, torch.tensor([1, 2], dtype=torch.uint16), 3, True, 0.25]}
        data = pickle.dumps(value, protocol)
        write(f"raw_protocol{protocol}.pkl", data, value)  # uint16: likewise not readable by PyTorch

    with open(os.path.join(HERE, "opaque.pt"), "wb") as file:
        loop = [1]
        loop.append(loop)
        box = Box(weight=torch.tensor([1.0, 2.0]), inner=Box(name="deep", values=(1, 2)))
        rows = {"box": box, "loop": loop, "set": {7}, "frozen": frozenset([8]), "bytes": b"ab\xff", "array": bytearray(b"\x00\x80"),
                "complex": 1 - 2j, "range": range(3), "after": torch.tensor([9])}  # fmt: skip
        file.write(saved(rows))

    from executorch.exir.serde import export_serialize
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        fake = {"w": torch.nn.Parameter(torch.empty(2, 3)), "b": torch.empty(4, dtype=torch.int64)}
    with open(os.path.join(HERE, "fake.pt"), "wb") as file:
        file.write(export_serialize.serialize_torch_artifact(fake))

    with open(os.path.join(HERE, "expected.json"), "w") as file:
        json.dump(expected, file, indent=0, ensure_ascii=True, allow_nan=True)
        file.write("\n")


main()
