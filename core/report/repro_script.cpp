#include "report/repro_pack.h"

namespace etscope::report {

std::string_view reproScript() noexcept {
    return R"PY(# Runs the call of call.json with PyTorch: does torch give the reference, or what the runtime gave?
import contextlib, importlib, json, operator, pathlib
import numpy, torch

here = pathlib.Path(__file__).resolve().parent
call = json.loads((here / "call.json").read_text(encoding="utf-8"))
# Libraries whose operators PyTorch itself does not have; those that are not installed are passed over.
LIBRARIES = {"quantized_decomposed": ["torch.ao.quantization.fx._decomposed", "torchao.quantization.pt2e._decomposed"],
             "dim_order_ops": ["executorch.exir.passes.dim_order_ops_registry"], "torchao": ["torchao"],
             "llama": ["executorch.extension.llm.custom_ops.custom_ops"]}

def load(row):
    tensor = torch.from_numpy(numpy.array(numpy.load(here / row["file"])))
    return tensor.view(getattr(torch, row["torch_type"])) if row["stored_as"] else tensor

def argument(value):
    if isinstance(value, list):
        return [argument(item) for item in value]
    if not isinstance(value, dict):
        return value
    kind, content = next(iter(value.items()))
    if kind == "value":
        return known[content]
    if kind in ("torch", "float"):
        return getattr(torch, content) if kind == "torch" else float(content)
    raise NotImplementedError(f"an argument of kind {kind}")

def function(target):
    namespace, name = target.split(".", 1)
    for library in LIBRARIES.get(namespace, []):
        with contextlib.suppress(ImportError):
            importlib.import_module(library)
    found = operator if namespace == "_operator" else getattr(torch.ops, namespace)
    for part in name.split("."):
        found = getattr(found, part)
    return found

def run(step):
    given = [argument(one["value"]) for one in step["arguments"] if not one["name"]]
    named = {one["name"]: argument(one["value"]) for one in step["arguments"] if one["name"]}
    result = function(step["target"])(*given, **named)
    results = list(result) if isinstance(result, (tuple, list)) else [result]
    known.update(zip(step["outputs"], results))

def difference(left, right):
    if left.shape != right.shape:
        return float("inf")
    left, right = left.double(), right.double()
    same = (left == right) | (left.isnan() & right.isnan())
    return float((left - right).abs().where(~same, torch.zeros(())).max()) if left.numel() else 0.0

known = {row["id"]: load(row) if row["file"] else argument(row["value"]) for row in call["values"] if row["state"] == "known"}
unknown = [f"{row['id']}: {row['reason']}" for row in call["values"] if row["state"] != "known"]
print(call["address"], "-", call["operator"])
if call["cannot_run"] or unknown:
    raise SystemExit("cannot be run: " + "; ".join([call["cannot_run"]] * bool(call["cannot_run"]) + unknown))
for number, step in enumerate(call["steps"]):
    try:
        run(step)
    except Exception as problem:
        raise SystemExit(f"step {number}, {step['target']}, cannot be run here: {type(problem).__name__}: {problem}")
for row in call["results"]:
    if not isinstance(known.get(row["id"]), torch.Tensor):
        print(f"result {row['index']}: torch gives no tensor")
        continue
    result, verdicts = known[row["id"]], []
    scale = float(result.double().abs().nan_to_num().max()) if result.numel() else 0.0
    digits = torch.finfo(result.dtype).eps if result.is_floating_point() else 0.0
    for side in ("reference", "runtime"):
        if not row[side]:
            print(f"result {row['index']}: no {side} output: {row['no_' + side]}")
            continue
        distance = difference(result, load(row[side]))
        verdicts += [side] if distance <= 16 * digits * scale else []
        print(f"result {row['index']}: max |torch - {side}| = {distance:g}")
    print(f"result {row['index']}: torch gives " + (" and ".join(f"the {side} output" for side in verdicts) or "neither"))
)PY";
}

}  // namespace etscope::report
