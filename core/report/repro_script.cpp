#include "report/repro_pack.h"

namespace etscope::report {

std::string_view reproScript() noexcept {
    return R"PY(# Runs the call of call.json with PyTorch: does torch give the reference, or what the runtime gave?
import contextlib, importlib, json, operator, pathlib
import numpy, torch

here = pathlib.Path(__file__).resolve().parent
call = json.loads((here / "call.json").read_text(encoding="utf-8"))
print(call["address"], "-", call["operator"])
if call["cannot_run"]:
    raise SystemExit("cannot be run: " + call["cannot_run"])
for module in call["imports"]:  # have operators that PyTorch itself has not, where they are installed
    with contextlib.suppress(ImportError):
        importlib.import_module(module)

def load(row):
    return torch.from_numpy(numpy.load(here / row["file"])).view(getattr(torch, row["torch_type"]))

def argument(value):
    if isinstance(value, list):
        return [argument(item) for item in value]
    if not isinstance(value, dict):
        return value
    (kind, content), = value.items()
    return known[content] if kind == "value" else getattr(torch, content) if kind == "torch" else float(content)

def judged(result, expected):
    if not isinstance(result, torch.Tensor):
        return "torch gives no tensor"
    rounding = 0.0
    if result.is_floating_point() or result.is_complex():  # in f64, since narrow types have few operators
        digits, wide = torch.finfo(result.dtype).eps, torch.complex128 if result.is_complex() else torch.float64
        result, expected = result.to(wide), expected.to(wide)
        rounding = 16 * digits * float(result.abs().nan_to_num(0, 0, 0).max()) if result.numel() else 0.0
    try:
        torch.testing.assert_close(result, expected, rtol=0, atol=rounding, equal_nan=True, check_dtype=False)
        return "torch gives the same, up to rounding"
    except AssertionError as difference:
        return str(difference)

known = {row["id"]: load(row) if row["file"] else argument(row["value"]) for row in call["values"]}
for step in call["steps"]:
    namespace, name = step["target"].split(".", 1)
    function = operator.attrgetter(name)(operator if namespace == "_operator" else getattr(torch.ops, namespace))
    given = [argument(one["value"]) for one in step["arguments"] if not one["name"]]
    result = function(*given, **{one["name"]: argument(one["value"]) for one in step["arguments"] if one["name"]})
    known.update(zip(step["outputs"], result if isinstance(result, (tuple, list)) else [result]))
for row in call["results"]:
    for side in ("reference", "runtime"):
        print(f"result {row['index']}, {side}:", row["no_" + side] or judged(known.get(row["id"]), load(row[side])))
)PY";
}

}  // namespace etscope::report
