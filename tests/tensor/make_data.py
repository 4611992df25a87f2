#!/usr/bin/env python3
"""Writes tests/tensor/data: tensors as bytes, and what numpy and torch say about them.

    make_data.py                writes the data (needs numpy and torch)
    make_data.py --check DIR    reads back with numpy and torch what test_export wrote to DIR (ETSCOPE_EXPORT_DIR=DIR)

tensors.bin holds the storages one after the other (odd addresses on purpose); tensors.json describes each tensor and the
numbers expected of it. Digests are SHA-256 of the values in row-major order as little-endian doubles (complex: pairs), all
NaNs with the same bits.
"""
import hashlib
import json
import math
import pathlib
import sys
import zipfile

import numpy as np
import torch

DATA = pathlib.Path(__file__).parent / "data"
WORDS = {torch.uint8: "u8", torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64", torch.uint16: "u16",
         torch.uint32: "u32", torch.uint64: "u64", torch.float16: "f16", torch.float32: "f32", torch.float64: "f64",
         torch.bfloat16: "bf16", torch.bool: "bool", torch.complex32: "c32", torch.complex64: "c64", torch.complex128: "c128",
         torch.float8_e5m2: "f8e5m2", torch.float8_e4m3fn: "f8e4m3fn", torch.float8_e5m2fnuz: "f8e5m2fnuz",
         torch.float8_e4m3fnuz: "f8e4m3fnuz", torch.float8_e8m0fnu: "f8e8m0fnu", torch.qint8: "qint8", torch.quint8: "quint8",
         torch.qint32: "qint32", torch.quint4x2: "quint4x2"}


def jsonable(x):
    if isinstance(x, (list, tuple)):
        return [jsonable(v) for v in x]
    if isinstance(x, dict):
        return {k: jsonable(v) for k, v in x.items()}
    if isinstance(x, (float, np.floating)):
        x = float(x)
        return x if math.isfinite(x) else "NaN" if math.isnan(x) else "Infinity" if x > 0 else "-Infinity"
    if isinstance(x, np.integer):
        return int(x)
    return x


def doubles(array):
    """float64 or complex128 copy, C order."""
    array = np.asarray(array)
    return np.array(array, dtype=np.complex128 if array.dtype.kind == "c" else np.float64, order="C")


def digest(array):
    flat = doubles(array).reshape(-1)
    if flat.dtype.kind == "c":
        flat = np.stack([flat.real, flat.imag], -1).reshape(-1)
    flat = np.where(np.isnan(flat), np.nan, flat)
    return hashlib.sha256(flat.astype("<f8").tobytes()).hexdigest()


def values(tensor):
    """What a torch tensor holds, as a numpy array of doubles."""
    if tensor.is_quantized:
        return dequantized(tensor)
    tensor = tensor.resolve_conj().resolve_neg()
    if tensor.dtype == torch.complex32:
        return torch.view_as_real(tensor).double().numpy().view(np.complex128)[..., 0]
    if tensor.dtype.is_complex:
        return tensor.numpy().astype(np.complex128)
    if tensor.dtype in (torch.int64, torch.uint64):
        return tensor.numpy()
    if tensor.dtype.is_floating_point and tensor.dtype.itemsize < 4:
        return tensor.float().numpy().astype(np.float64)
    return tensor.numpy()


def dequantized(tensor):
    q = tensor.int_repr().numpy().astype(np.float64)
    if tensor.qscheme() == torch.per_tensor_affine:
        return (q - tensor.q_zero_point()) * tensor.q_scale()
    axis = tensor.q_per_channel_axis()
    shape = [-1 if i == axis else 1 for i in range(q.ndim)]
    return (q - tensor.q_per_channel_zero_points().double().numpy().reshape(shape)) * tensor.q_per_channel_scales().double().numpy().reshape(shape)


def statistics(array):
    flat = doubles(array).reshape(-1)
    if flat.dtype.kind == "c":
        flat = np.abs(flat)
    finite = flat[np.isfinite(flat)]
    n = len(finite)
    mean = math.fsum(finite) / n if n else math.nan
    return {"count": len(flat), "finite": n, "nan": int(np.isnan(flat).sum()), "pos_inf": int((flat == np.inf).sum()),
            "neg_inf": int((flat == -np.inf).sum()), "zero": int((finite == 0).sum()), "min": finite.min() if n else math.nan,
            "max": finite.max() if n else math.nan, "mean": mean,
            "std": math.sqrt(math.fsum((finite - mean) ** 2) / n) if n else math.nan, "l1": math.fsum(np.abs(finite)),
            "l2": math.sqrt(math.fsum(finite ** 2)),
            "min_index": int(np.flatnonzero(flat == finite.min())[0]) if n else None,
            "max_index": int(np.flatnonzero(flat == finite.max())[0]) if n else None}


def histogram(array, bins):
    flat = doubles(array).reshape(-1)
    if flat.dtype.kind == "c":
        flat = np.abs(flat)
    counts, edges = np.histogram(flat[np.isfinite(flat)], bins=bins)
    return {"bins": bins, "counts": counts.tolist(), "first": edges[0], "last": edges[-1]}


def cut(array, text):
    return np.asarray(eval(f"array[{text}]", {"array": array}))


class Store:
    def __init__(self):
        self.bytes = bytearray(b"\x2a")  # so that nothing is aligned
        self.rows = []

    def add(self, name, tensor, slices=(), channel_axis=None, big_endian=False):
        storage = bytes(tensor.int_repr().untyped_storage() if tensor.is_quantized else tensor.untyped_storage())
        if big_endian:
            item = tensor.dtype.itemsize // (2 if tensor.dtype.is_complex else 1)
            storage = b"".join(storage[i:i + item][::-1] for i in range(0, len(storage), item))
        array = values(tensor)
        row = {"name": name, "type": WORDS[tensor.dtype], "at": len(self.bytes), "size": len(storage), "shape": list(tensor.shape),
               "strides": list(tensor.stride()), "storage_offset": tensor.storage_offset(), "big_endian": big_endian,
               "conjugate": tensor.is_conj(), "negate": tensor.is_neg(), "digest": digest(array),
               "statistics": statistics(array), "slices": [{"text": s, "shape": list(cut(array, s).shape), "digest": digest(cut(array, s))} for s in slices]}
        if row["statistics"]["finite"] > 0:
            row["histograms"] = [histogram(array, bins) for bins in (1, 7, 64)]
        if tensor.is_quantized:
            row["quantization"] = self.parameters(tensor)
            row["raw_digest"] = digest(tensor.int_repr().numpy())
        if channel_axis is not None:
            moved = np.moveaxis(array, channel_axis, 0)
            row["channels"] = {"axis": channel_axis, "statistics": [statistics(c) for c in moved]}
        self.bytes += storage + b"\x55" * (1 + len(self.rows) % 3)
        self.rows.append(row)

    @staticmethod
    def parameters(tensor):
        if tensor.qscheme() == torch.per_tensor_affine:
            return {"axis": None, "scales": [tensor.q_scale()], "zero_points": [float(tensor.q_zero_point())]}
        return {"axis": tensor.q_per_channel_axis(), "scales": tensor.q_per_channel_scales().double().tolist(),
                "zero_points": tensor.q_per_channel_zero_points().double().tolist()}


def tensors():
    torch.manual_seed(1)
    store = Store()
    normal = torch.randn(6, 5, 7)
    store.add("f32", normal, ["0", ":,3", "...,-1", "1:5,::2,-3:", "-1,2,3", "2:2"], channel_axis=1)
    store.add("f32_transposed", normal.permute(2, 0, 1), ["1,:,3", "::3"], channel_axis=0)
    store.add("f32_offset", normal[2:, 1::2, 3])
    store.add("f32_expanded", torch.randn(5, 1).expand(3, 5, 4), channel_axis=2)
    store.add("f32_overlapping", torch.arange(12.).as_strided((4, 3, 3), (2, 1, 1)))
    store.add("f32_odd", torch.tensor([0., -0., math.nan, math.inf, -math.inf, 1e-45, 3.4e38, -3.4e38, -math.nan]))
    store.add("f32_all_nan", torch.full((3,), math.nan))
    store.add("f32_constant", torch.full((4, 4), 0.1))
    store.add("f32_scalar", torch.tensor(2.5))
    store.add("f32_empty", torch.zeros(3, 0, 2))
    store.add("f32_large_mean", 1e6 + torch.rand(5000))
    store.add("f32_big_endian", torch.randn(33), big_endian=True)
    store.add("f64", torch.randn(40, dtype=torch.float64) * 1e300)
    store.add("f64_tiny", torch.randn(40, dtype=torch.float64) * 1e-310)
    store.add("f64_big_endian", torch.randn(9, dtype=torch.float64), big_endian=True)
    for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint16, torch.uint32, torch.uint64):
        info = torch.iinfo(dtype)
        numbers = [info.min, info.max, 0, 1, info.max // 3] + [7 * k % (info.max + 1) for k in range(20)]
        store.add("integers_" + WORDS[dtype], torch.tensor(numbers, dtype=dtype).reshape(5, 5).T)
    store.add("i16_big_endian", torch.arange(-30, 30, dtype=torch.int16), big_endian=True)
    store.add("bool", torch.rand(50) > 0.3)
    for dtype in (torch.float16, torch.bfloat16, torch.float8_e5m2, torch.float8_e4m3fn, torch.float8_e5m2fnuz,
                  torch.float8_e4m3fnuz, torch.float8_e8m0fnu):
        store.add("float_" + WORDS[dtype], (torch.randn(30).abs() + 0.01).to(dtype).reshape(5, 6))
    store.add("c64", torch.randn(4, 3, dtype=torch.complex64), channel_axis=1)
    store.add("c64_conjugate", torch.randn(4, 3, dtype=torch.complex64).conj().T)
    store.add("f32_negative_bit", torch.randn(5, dtype=torch.complex64).conj().imag)
    store.add("c128_big_endian", torch.randn(6, dtype=torch.complex128), big_endian=True)
    store.add("c32", torch.randn(7, dtype=torch.complex64).to(torch.complex32))
    floats = torch.randn(4, 6)
    store.add("qint8", torch.quantize_per_tensor(floats, 0.05, 3, torch.qint8))
    store.add("quint8_channel", torch.quantize_per_channel(floats, torch.rand(6) + 0.01, torch.arange(6) + 100, 1, torch.quint8), [":,2", "1,::2"])
    store.add("qint32", torch.quantize_per_tensor(floats, 1e-6, 0, torch.qint32))
    store.rows += [packed_quint4(store)]
    (DATA / "tensors.bin").write_bytes(store.bytes)
    write("tensors.json", store.rows)
    return store


def packed_quint4(store):
    """quint4x2 with the zero points in float, as torch's embedding tables have them."""
    floats = torch.rand(3, 5) * 4
    scales, zeros = torch.tensor([0.3, 0.2, 0.4]), torch.tensor([1.5, 0.25, 2.0])
    q = torch.quantize_per_channel(floats, scales, zeros, 0, torch.quint4x2)
    flat = b"".join(bytes([b]) for b in q.int_repr().reshape(-1).tolist())
    codes = np.array([(flat[i // 2] >> (4 * (i % 2))) & 15 for i in range(15)], dtype=np.float64).reshape(3, 5)
    real = (codes - zeros.numpy().astype(np.float64)[:, None]) * scales.numpy().astype(np.float64)[:, None]
    torch_says = q.dequantize().numpy()
    assert np.allclose(real, torch_says, rtol=1e-6, atol=1e-6)
    row = {"name": "quint4x2", "type": "quint4x2", "at": len(store.bytes), "size": len(flat), "shape": [3, 5], "strides": [5, 1],
           "storage_offset": 0, "big_endian": False, "conjugate": False, "negate": False, "digest": digest(real),
           "raw_digest": digest(codes), "statistics": statistics(real), "slices": [],
           "quantization": {"axis": 0, "scales": scales.double().tolist(), "zero_points": zeros.double().tolist()}}
    store.bytes += flat
    return row


def codes():
    rows = []
    for dtype, bits in ((torch.float16, torch.int16), (torch.bfloat16, torch.int16), (torch.float8_e5m2, torch.uint8),
                        (torch.float8_e4m3fn, torch.uint8), (torch.float8_e5m2fnuz, torch.uint8), (torch.float8_e4m3fnuz, torch.uint8),
                        (torch.float8_e8m0fnu, torch.uint8)):
        count = 1 << (8 * dtype.itemsize)
        every = torch.arange(count, dtype=torch.int32).to(bits).view(dtype)
        rows.append({"type": WORDS[dtype], "count": count, "digest": digest(values(every))})
    write("codes.json", rows)


def ulp(a, b):
    kind = {2: np.int16, 4: np.int32, 8: np.int64}[a.dtype.itemsize]

    def rank(x):
        bits = x.view(kind).astype(object)
        return np.array([v if v >= 0 else -(v & int(np.iinfo(kind).max)) for v in bits.reshape(-1)], dtype=object)
    return max((abs(int(x) - int(y)) for x, y in zip(rank(a), rank(b))), default=0)


def metrics(a, b, rtol, atol, equal_nan, ulps):
    x, y = doubles(a), doubles(b)
    if "c" in (x.dtype.kind, y.dtype.kind):
        x, y = x.astype(np.complex128), y.astype(np.complex128)
    finite = np.isfinite(x) & np.isfinite(y)
    fx, fy = x[finite], y[finite]
    d, size = np.abs(fy - fx), np.abs(fx)
    with np.errstate(all="ignore"):
        odd_equal = (x == y) | (np.isnan(x) & np.isnan(y) & equal_nan)
        wrong = np.zeros(x.shape, bool)
        wrong[finite] = ~(d <= atol + rtol * size)
        wrong[~finite] = ~odd_equal[~finite]
        odd = bool((wrong & ~finite).any())
        squares, ref2, run2 = math.fsum(d ** 2), math.fsum(size ** 2), math.fsum(np.abs(fy) ** 2)
        product = math.fsum((fx.conj() * fy).real) if x.dtype.kind == "c" else math.fsum(fx * fy)
        n = len(d)
        mse = squares / n if n else math.nan
        excess = np.maximum(d - atol, 0)
        rows = x.reshape(-1, x.shape[-1]) if x.ndim and x.shape[-1] > 1 and x.dtype.kind != "c" else None
        nonzero = size != 0
        ratio = np.float64(ref2) / np.float64(squares)
        result = {
            "count": x.size, "mismatched": int(wrong.sum()), "max_abs": d.max(initial=0), "mean_abs": math.fsum(d) / n if n else math.nan,
            "max_rel": (d[nonzero] / size[nonzero]).max(initial=0), "mse": mse, "rmse": math.sqrt(mse), "l1": math.fsum(d),
            "snr_db": 10 * np.log10(ratio), "psnr_db": 20 * np.log10(np.float64(size.max(initial=0)) / np.float64(math.sqrt(mse))),
            "cosine": np.float64(product) / (np.float64(math.sqrt(ref2)) * math.sqrt(run2)),
            "nan_reference": int(np.isnan(x).sum()), "nan_runtime": int(np.isnan(y).sum()), "inf_reference": int(np.isinf(x).sum()),
            "inf_runtime": int(np.isinf(y).sum()),
            "sign_flips": 0 if x.dtype.kind == "c" else int((np.sign(fx) * np.sign(fy) < 0).sum()),
            "required_rtol": math.inf if odd else np.where(excess > 0, excess / size, 0).max(initial=0),
            "required_atol": math.inf if odd else (d - rtol * size).max(initial=0),
            "max_ulp": ulp(a[finite], b[finite]) if ulps else None,
            "top1_match": None if rows is None else
            float((rows.argmax(-1) == y.reshape(rows.shape).argmax(-1)).mean()) if len(rows) else math.nan}
        badness = np.zeros(x.shape)
        badness[finite] = d
        badness[~finite] = np.where(odd_equal[~finite], 0, np.inf)
    flat = badness.reshape(-1)
    worst = [int(i) for i in sorted(range(x.size), key=lambda i: (-flat[i], i))[:5] if flat[i] > 0]
    first = np.flatnonzero(wrong.reshape(-1))
    return {"metrics": result, "worst": worst, "first": int(first[0]) if len(first) else None}


def comparisons():
    rng = np.random.default_rng(7)
    big = rng.standard_normal((50, 43)).astype(np.float32)
    near = (big * (1 + 1e-4 * rng.standard_normal(big.shape))).astype(np.float32)
    odd = near.copy()
    odd[3, 4], odd[30, :3], odd[49, 42] = np.nan, np.inf, -np.inf
    odd_reference = big.copy()
    odd_reference[3, 4], odd_reference[30, 1], odd_reference[7, 7] = np.nan, np.inf, -np.inf
    zeros = big.copy()
    zeros[::7] = 0
    image = rng.standard_normal((2, 3, 8, 9)).astype(np.float32)
    f64 = rng.standard_normal((30, 11)) * 10.0 ** rng.integers(-200, 200, (30, 11))
    huge = np.array([2**62 + 1, -5, 2**53 + 1, 7], dtype=np.int64)
    half = rng.standard_normal((20, 9)).astype(np.float16)
    pairs = {
        "equal": (big, big.copy()), "near": (big, near), "odd": (odd_reference, odd), "zero_reference": (zeros, near),
        "zeros": (np.zeros((3, 4), np.float32),) * 2, "empty": (np.zeros((0, 4), np.float32),) * 2, "scalar": (np.float32(2), np.float32(2.5)),
        "f64": (f64, f64 * (1 + 1e-9 * rng.standard_normal(f64.shape))), "f16": (half, (half.astype(np.float32) * 1.01).astype(np.float16)),
        "f16_subnormal": (np.array([1e-7, -3e-8, 6e-5], np.float16), np.array([2e-7, 6e-8, 6.2e-5], np.float16)),
        "i64": (huge, np.array([2**62, -5, 2**53, 9], dtype=np.int64)), "u8": (rng.integers(0, 255, 40).astype(np.uint8),) * 2,
        "i8": (np.array([-128, 127, 0], np.int8), np.array([127, -128, 0], np.int8)), "bool": (big > 0, near > 0.01),
        "c64": ((big + 1j * near)[:9].astype(np.complex64), (near + 1j * big)[:9].astype(np.complex64)),
        "signs": (big, -big), "last_axis_one": (big[:, :1].copy(), near[:, :1].copy()),
        "transposed": (image, np.ascontiguousarray(image.transpose(0, 1, 3, 2)).reshape(2, 3, 8, 9)),
        "opposite_infinities": (np.array([np.inf, -np.inf, np.inf]), np.array([np.inf, np.inf, 1.0])),
    }
    store, rows, places = bytearray(), [], {}

    def put(array):
        array = np.asarray(array)
        raw = array.tobytes()
        at = places.setdefault(raw, len(store))
        if at == len(store):
            store.extend(raw)
        return {"at": at, "size": array.nbytes, "shape": list(array.shape), "type": WORDS[torch.from_numpy(array.copy()).dtype] if array.ndim
                else WORDS[torch.as_tensor(array).dtype]}
    for name, (a, b) in pairs.items():
        a, b = np.asarray(a), np.asarray(b)
        exact_integers = a.dtype.kind == "i" and a.dtype.itemsize == 8
        row = {"name": name, "reference": put(a), "runtime": put(b), "judgements": []}
        for rtol, atol, equal_nan in ((1e-3, 1e-5, False), (1e-4, 0, True), (0, 0.5, False), (0, 0, True)):
            expected = metrics(a, b, rtol, atol, equal_nan, a.dtype.kind == "f")
            if exact_integers:  # numpy's doubles cannot tell them apart
                d = [abs(int(p) - int(q)) for p, q in zip(a, b)]
                expected["metrics"]["max_abs"], expected["metrics"]["l1"] = float(max(d)), float(sum(d))
                expected["metrics"] |= {k: None for k in ("mismatched", "mean_abs", "mse", "rmse", "max_rel", "snr_db", "psnr_db", "required_rtol", "required_atol")}
                expected = {"metrics": {k: v for k, v in expected["metrics"].items() if v is not None}, "worst": [3, 0, 2], "first": None}
            row["judgements"].append({"rtol": rtol, "atol": atol, "equal_nan": equal_nan} | expected)
        rows.append(row)
    (DATA / "comparisons.bin").write_bytes(store)
    write("comparisons.json", rows)


def type_pairs():
    """Every pair of value types: random, special and subnormal values; the metrics of numpy in double."""
    generator = torch.Generator().manual_seed(11)
    base = torch.randn(8, 9, generator=generator, dtype=torch.float64) * 10.0 ** torch.randint(-3, 3, (8, 9), generator=generator)
    special = torch.tensor([0.0, -0.0, math.nan, math.inf, -math.inf, 1e-40, -3e-42, 5e-324, 6e-8, -2e-7, 1e-5, 65504.0, 3e38, -1.0])
    base[0, :7], base[1, :7] = special[:7].double(), special[7:].double()
    base[1, 0] = 5e-324
    noisy = base * (1 + 1e-3 * torch.randn(8, 9, generator=generator, dtype=torch.float64))
    noisy[0, 2] = math.nan
    noisy[3, 3] = math.nan
    types = [t for t in WORDS if not str(t).startswith(("torch.q", "torch.float8_e8m0"))]
    store, sides, rows, names = bytearray(), {}, [], None

    def side(dtype, given):
        if dtype == torch.bool:
            made = given > 0
        elif not dtype.is_floating_point and not dtype.is_complex:
            low, high = (0, 200) if dtype in (torch.uint8, torch.uint16, torch.uint32, torch.uint64) else (-100, 100)
            made = torch.nan_to_num(given * 10, 0.0).clamp(low, high).round().to(torch.int64).to(dtype)
        elif dtype == torch.complex32:
            made = torch.complex(given.float().clamp(-6e4, 6e4), given.float().flip(1).clamp(-6e4, 6e4)).to(dtype)
        elif dtype.is_complex:
            made = torch.complex(given, given.flip(1)).to(dtype)
        else:
            made = given.to(dtype)
        raw = made.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()
        place = {"type": WORDS[dtype], "at": len(store), "size": len(raw), "shape": [8, 9]}
        store.extend(raw)
        return place, doubles(values(made))

    for dtype in types:
        sides[dtype] = side(dtype, base), side(dtype, noisy)
    for a in types:
        for b in types:
            (left, x), (right, y) = sides[a][0], sides[b][1]
            judged = metrics(x, y, 1e-3, 1e-5, False, False)["metrics"]
            judged.pop("max_ulp")
            names = list(judged)
            rows.append({"reference": WORDS[a], "runtime": WORDS[b], "metrics": list(judged.values())})
    places = {"metrics": names, "references": [sides[t][0][0] for t in types], "runtimes": [sides[t][1][0] for t in types]}
    (DATA / "type_pairs.bin").write_bytes(store)
    write("type_pairs.json", [places, *rows])


def npy_files():
    rng = np.random.default_rng(3)
    arrays = {"v1": rng.standard_normal((3, 4)).astype(np.float32), "fortran": np.asfortranarray(rng.standard_normal((3, 4, 2))),
              "big_endian": rng.integers(-9, 9, (5, 2)).astype(">i4"), "bool": rng.random(9) > 0.5, "scalar": np.array(1.5), "empty": np.zeros((0, 3)),
              "c16": rng.standard_normal(4) + 1j * rng.standard_normal(4), "f2": rng.standard_normal(6).astype(np.float16),
              "u8": np.array([2**64 - 1, 0], np.uint64)}
    rows = []
    for name, array in arrays.items():
        np.save(DATA / f"{name}.npy", array)
        rows.append({"file": f"{name}.npy", "shape": list(array.shape), "digest": digest(array)})
    for version in ((2, 0), (3, 0)):
        with open(DATA / f"v{version[0]}.npy", "wb") as f:
            np.lib.format.write_array(f, arrays["v1"], version=version)
        rows.append({"file": f"v{version[0]}.npy", "shape": [3, 4], "digest": digest(arrays["v1"])})
    np.savez(DATA / "stored.npz", **{k: arrays[k] for k in ("v1", "fortran")})
    np.savez_compressed(DATA / "deflated.npz", **{k: arrays[k] for k in ("v1", "fortran")})
    with zipfile.ZipFile(DATA / "stored.npz", "a") as z:
        z.writestr("notes.txt", "not an array")
    blob = {"w": torch.randn(2, 3).bfloat16(), "b": torch.randn(4).to(torch.float8_e4m3fn), "n": torch.arange(5)}
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, tensor in blob.items():
        raw = bytes(tensor.untyped_storage())
        word = {"w": "BF16", "b": "F8_E4M3", "n": "I64"}[name]
        header[name] = {"dtype": word, "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
        rows.append({"file": "sample.safetensors", "name": name, "shape": list(tensor.shape), "digest": digest(values(tensor))})
    text = json.dumps(header).encode()
    (DATA / "sample.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + data)
    write("files.json", rows)


def write(name, document):
    rows = ",\n".join(json.dumps(jsonable(row), separators=(",", ":")) for row in document)
    (DATA / name).write_text("[\n" + rows + "\n]\n")


SAFETENSORS = {"F32": torch.float32, "F64": torch.float64, "F16": torch.float16, "BF16": torch.bfloat16, "F8_E4M3": torch.float8_e4m3fn,
               "F8_E5M2": torch.float8_e5m2, "F8_E8M0": torch.float8_e8m0fnu, "I8": torch.int8, "U8": torch.uint8, "I16": torch.int16,
               "U16": torch.uint16, "I32": torch.int32, "U32": torch.uint32, "I64": torch.int64, "U64": torch.uint64, "BOOL": torch.bool,
               "C64": torch.complex64}


def safetensors(path):
    raw = path.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    for name, row in json.loads(raw[8:8 + size]).items():
        begin, end = row["data_offsets"]
        data = bytearray(raw[8 + size + begin:8 + size + end])
        dtype = SAFETENSORS[row["dtype"]]
        yield name, values((torch.frombuffer(data, dtype=dtype) if data else torch.zeros(0, dtype=dtype)).reshape(row["shape"]))


def check(folder):
    rows = {r["name"]: r for r in json.loads((DATA / "tensors.json").read_text())}
    wrong = checked = 0

    def judge(what, name, array):
        nonlocal wrong, checked
        checked += 1
        row = rows[name]
        good = list(np.shape(array)) == row["shape"]
        if "quantization" in row:  # written as float32
            good = good and abs(statistics(array)["l2"] - row["statistics"]["l2"]) <= 1e-6 * row["statistics"]["l2"]
        else:
            good = good and digest(array) == row["digest"]
        if not good:
            wrong += 1
            print("wrong:", what, name)
    for path in sorted(folder.glob("*.npy")):
        judge("npy", path.stem, np.load(path, allow_pickle=False))
    archive = np.load(folder / "all.npz", allow_pickle=False)
    for name in archive.files:
        judge("npz", name, archive[name])
    assert zipfile.ZipFile(folder / "all.npz").testzip() is None
    for name, array in safetensors(folder / "all.safetensors"):
        judge("safetensors", name, array)
    print(f"{checked} tensors read back, {wrong} wrong")
    return wrong == 0 and checked > 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        sys.exit(0 if check(pathlib.Path(sys.argv[2])) else 1)
    DATA.mkdir(exist_ok=True)
    tensors()
    codes()
    comparisons()
    type_pairs()
    npy_files()
