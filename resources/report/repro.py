# Runs the call of call.json with PyTorch: does torch give the reference, or what the runtime gave?
import contextlib, importlib, json, operator, pathlib, sys
import numpy, torch

def load(row):
    stored = torch.from_numpy(numpy.load(here / row["file"]))
    return stored.view(getattr(torch, row["torch_type"])).to(getattr(torch, row["used_as"]))

def given(value):
    if isinstance(value, list):
        return [given(item) for item in value]
    kind, content = next(iter(value.items())) if isinstance(value, dict) else ("plain", value)
    return known[content] if kind == "value" else getattr(torch, content) if kind == "torch" else float(content) if kind == "float" else content

def judged(result, row):
    try:
        torch.testing.assert_close(result.to(getattr(torch, row["used_as"])), load(row), rtol=0, atol=row["rounding"], equal_nan=True)
        return "torch gives the same, up to rounding"
    except (AssertionError, AttributeError) as difference:
        return str(difference)

here = pathlib.Path(__file__).resolve().parent
call = json.loads((here / "call.json").read_text(encoding="utf-8"))
print(call["address"], "-", call["operator"])
if call["cannot_run"]:
    raise SystemExit("cannot be run: " + call["cannot_run"])
for module in call["imports"]:  # have operators that PyTorch itself has not, where they are installed
    with contextlib.suppress(ImportError):
        importlib.import_module(module)
known = {row["id"]: load(row) if row["file"] else given(row["value"]) for row in call["values"]}
for step in call["steps"]:
    function = operator.attrgetter(step["function"])(sys.modules[__name__])
    result = function(*given(step["positional"]), **{name: given(value) for name, value in step["named"].items()})
    known.update(zip(step["outputs"], result if isinstance(result, (tuple, list)) else [result]))
for row in call["results"]:
    for side in ("reference", "runtime"):
        print(f"result {row['index']}, {side}:", row["no_" + side] or judged(known.get(row["id"]), row[side]))
