#!/usr/bin/env python3
"""Holds every function of resources/mend/equivalents.py and accumulators.py against PyTorch's operator, in float64 and on whole numbers.

Needs a Python with torch, named by ETSCOPE_EXECUTORCH_PYTHON; status 77 without.

    equivalents.py SOURCE
"""
import os
import pathlib
import subprocess
import sys

PYTHON = os.environ.get("ETSCOPE_EXECUTORCH_PYTHON")


def cases(torch):
    """Name, operator, arguments; the same arguments for both."""
    aten, nan = torch.ops.aten, float("nan")
    x = torch.linspace(-3, 3, 48, dtype=torch.float64).reshape(6, 8)
    picture = torch.sin(torch.arange(2 * 6 * 5 * 5, dtype=torch.float64)).reshape(2, 6, 5, 5) + 100
    holes = picture.clone()
    holes[0, 1, 2, 3] = nan
    whole = torch.arange(-24, 24).reshape(6, 8)
    large = whole * 2**50 + 1
    six, eight = torch.linspace(0.5, 1.5, 6, dtype=torch.float64), torch.linspace(0.5, 1.5, 8, dtype=torch.float64)
    long = torch.cos(torch.arange(3 * 777, dtype=torch.float64)).reshape(3, 777)
    odd = torch.where(whole == 3, torch.full_like(x, nan), x)
    return [
        ("gelu", aten.gelu, (x,)), ("gelu", lambda v: aten.gelu(v, approximate="tanh"), (x,), {"approximate": "tanh"}),
        ("power", aten.pow.Tensor_Scalar, (large, 3)), ("power", aten.pow.Tensor_Scalar, (x, 5)), ("power", aten.pow.Tensor_Scalar, (x, 0)),
        ("power_of_each", aten.pow.Tensor_Tensor, (large, whole.abs())),
        ("layer_norm", aten.native_layer_norm, (x, [8], eight, eight, 1e-5)), ("layer_norm", aten.native_layer_norm, (picture, [5, 5], None, None, 1e-5)),
        ("group_norm", aten.native_group_norm, (picture, six, six, 2, 6, 25, 3, 1e-5)),
        ("batch_norm", aten._native_batch_norm_legit_no_training, (picture, six, six, six, six, 0.1, 1e-5)),
        ("instance_norm", aten._native_batch_norm_legit.no_stats, (picture, six, six, True, 0.1, 1e-5)),
        ("max_pool2d", aten.max_pool2d_with_indices, (holes, [2, 2], [2, 2], [1, 1])),
        ("remainder", aten.remainder.Scalar, (whole, -5)), ("remainder", aten.remainder.Tensor, (whole, whole.abs() + 1)), ("remainder", aten.remainder.Scalar, (x, 0.7)),
        ("divide", lambda a, b: aten.div.Tensor_mode(a, b, rounding_mode="trunc"), (large, torch.tensor(7)), {"rounding_mode": "trunc"}),
        ("divide", lambda a, b: aten.div.Tensor_mode(a, b, rounding_mode="floor"), (large, torch.tensor(7)), {"rounding_mode": "floor"}),
        ("sum_of_integers", aten.sum.dim_IntList, (large, [0])), ("sum_of_integers", aten.sum.dim_IntList, (large, [0, 1], True)),
        ("variance", lambda v: aten.var.correction(v, [1], correction=1), (x, [1])), ("sign", aten.sign, (odd,)),
        ("softmax", aten._softmax, (x, 1, False)), ("log_softmax", aten._log_softmax, (x, 0, False)), ("sigmoid", aten.sigmoid, (x,)),
        ("tanh", aten.tanh, (x * 1e-3,)), ("tanh", aten.tanh, (x * 100,)), ("elu", aten.elu, (x, 0.7)), ("hardswish", aten.hardswish, (x * 2,)),
        ("hardsigmoid", aten.hardsigmoid, (x * 2,)), ("leaky_relu", aten.leaky_relu, (x, -0.3)), ("prelu", torch.nn.functional.prelu, (x, eight)),
        ("relu", aten.relu, (odd,)), ("clamp", aten.clamp, (odd, -1, 1)), ("clamp", aten.clamp, (x, None, 1)), ("mean", aten.mean.dim, (x, [1])),
        ("addmm", lambda *a: aten.addmm(*a, beta=0.5, alpha=2), (eight, x, x.t() @ x), {"beta": 0.5, "alpha": 2}),
        ("linear", aten.linear, (picture.reshape(2, 30, 5), x[:, :5], six)), ("bmm", aten.bmm, (x.reshape(2, 3, 8), x.reshape(2, 8, 3))),
        ("mm", aten.mm, (x, x.t())), ("reciprocal", aten.reciprocal, (x + 0.01,)), ("rsqrt", aten.rsqrt, (x.abs(),)),
        ("embedding", aten.embedding, (x, whole.abs() % 6)),
        ("wide_sum", aten.sum.dim_IntList, (x, [1], True)), ("wide_sum", aten.sum.dim_IntList, (large, [0])), ("wide_sum", aten.sum.dim_IntList, (x, None)),
        ("wide_mean", aten.mean.dim, (x, [0])), ("wide_cumsum", aten.cumsum, (x, 1)), ("wide_cumsum", aten.cumsum, (whole, 0)),
        ("wide_mm", aten.mm, (x, x.t())), ("wide_mm", aten.mm, (long, long.t())), ("wide_bmm", aten.bmm, (x.reshape(2, 3, 8), x.reshape(2, 8, 3))),
        ("wide_addmm", lambda *a: aten.addmm(*a, beta=0.5, alpha=2), (eight, x, x.t() @ x), {"beta": 0.5, "alpha": 2}),
        ("wide_linear", aten.linear, (picture.reshape(2, 30, 5), x[:, :5], six)), ("wide_linear", aten.linear, (long, long)),
    ]


def lost_in_halves(torch, functions):
    """What float16 loses when it sums one by one is not lost by sums of a wider type."""
    ones = torch.full((1, 4096), 1.0, dtype=torch.float16)
    small = torch.full((1, 4096), 0.0625, dtype=torch.float16)
    for name, got, wanted in (("wide_sum", functions["wide_sum"](ones, [1]), 4096), ("wide_mm", functions["wide_mm"](ones, small.t()), 256),
                              ("wide_mean", functions["wide_mean"](ones, [1]), 1)):
        if got.dtype != torch.float16 or float(got.reshape(-1)[0]) != wanted:
            yield f"{name}: {got} of float16"


def check(source):
    import torch

    functions = {"torch": torch}
    for file in ("equivalents.py", "accumulators.py"):
        exec((source / "resources/mend" / file).read_text(encoding="utf-8"), functions)
    names = {name for name, value in functions.items() if callable(value) and name != "torch" and not name.startswith("__")}
    errors, tried = [*lost_in_halves(torch, functions)], set()
    for name, operator, arguments, *kwargs in cases(torch):
        tried.add(name)
        wanted = operator(arguments[0]) if name == "variance" else operator(*arguments)
        got = functions[name](*arguments, **(kwargs[0] if kwargs else {}))
        wanted, got = (value if isinstance(value, (tuple, list)) else [value] for value in (wanted, got))
        compared = 1 if name in ("batch_norm", "instance_norm", "max_pool2d") else len(wanted)
        for left, right in list(zip(got, wanted))[:compared]:
            left, right = left.reshape(right.shape), right
            same = torch.equal(left, right) if not right.is_floating_point() else torch.allclose(left, right, rtol=1e-9, atol=1e-11, equal_nan=True)
            if left.dtype != right.dtype or not same:
                errors.append(f"{name}: is another than PyTorch's")
    errors += [f"{name} is held against nothing" for name in sorted(names - tried)]
    print(f"{len(tried)} functions, {len(errors)} errors")
    for error in errors:
        print("FAILED", error)
    return 1 if errors else 0


if __name__ == "__main__":
    if not PYTHON:
        print("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch: skipped")
        sys.exit(77)
    if "torch" not in os.environ.get("ETSCOPE_INNER", ""):
        sys.exit(subprocess.run([PYTHON, "-B", *sys.argv], env={**os.environ, "ETSCOPE_INNER": "torch"}, check=False).returncode)
    sys.exit(check(pathlib.Path(sys.argv[1])))
