"""recipes.py CLI [MODEL [COUNT]]: recipes of small models, each really quantised with torchao and PT2E, exported, lowered to XNNPACK and run by the runtime;
what comes out against what the command line predicted: 10 % off at most. One line for each, then "N passed, M failed". Without a model: some of each, 20 in
all. Exit status 77: torch, torchao or executorch are not here."""

import random
import sys
import tempfile
from pathlib import Path

from advised import MODELS, advise, keep_session, lowered_recipe, outputs, quantised, recipe, run, torch

# How many of each, and what the weights of a recipe are chosen from.
TORCHAO = ["float", "8da8w", "8da4w-32", "8da4w-64", "8da4w", "int8", "int4-32", "int4a-32", "f16", "bf16", "fp8"]
STATIC = ["float", "static8", "static8", "static8-tensor"]
RECIPES = {"decoder4": [TORCHAO, ["float", "8da4w-32"], ["float", "8da8w", "dynamic8"], TORCHAO],
           "decoder12": [TORCHAO, ["float", "8da4w-32", "8da8w"], ["8da4w-32", "int8"]],
           "tied": [TORCHAO, ["8da4w-32", "8da8w"], ["int8", "int4-32"]],
           "tower": [STATIC, ["static8"], [*STATIC, "int8", "f16"], ["float", "static8-tensor", "8da8w"], ["float", "static8"]],
           "kinds": [["static8"], STATIC, [*TORCHAO, *STATIC], ["int8", "f16", "static8"], ["static8", "static8-tensor"]]}


def prove(cli, name, count):
    make, given, cost = MODELS[name]
    folder = Path(tempfile.mkdtemp())
    cases = given(4)
    keep_session(folder, make(), cases)
    right = outputs(make(), cases)
    choose = random.Random(7)
    passed = failed = 0
    every = sorted({scheme for schemes in RECIPES[name] for scheme in schemes})
    rows = advise(cli, folder, "--schemes", ",".join(every), "--sets", "1", "--set", "*=float")["rows"]
    for number, schemes in enumerate(RECIPES[name][:count]):
        keep = []
        for row in rows:
            fits = [one["scheme"] for one in row["schemes"]]
            keep.append(f"--keep={choose.choice([scheme for scheme in schemes if scheme in fits] or ['float'])}:{row['weights'][0]}")
        path = folder / f"recipe_{number}.py"
        answer = advise(cli, folder, "--schemes", "float", "--sets", "1", "--max-kl", "1e9", "-o", str(path), *keep)
        predicted = answer["sets"][answer["chosen"]]["effect"]["cost"]
        try:
            model = quantised(recipe(path), make(), cases)
            buffer = lowered_recipe(recipe(path), make(), cases)
        except Exception as wrong:  # a recipe that does not run has failed, the others are tried all the same
            print(f"{name} {number} of {', '.join(dict.fromkeys(schemes))}: it does not run: {wrong}  FAILED", flush=True)
            failed += 1
            continue
        eager = cost(right, outputs(model, cases))
        real = cost(right, run(buffer, cases))
        off = abs(predicted - real) / max(real, 1e-12)
        good = off <= 0.1
        passed, failed = passed + good, failed + (not good)
        print(f"{name} {number} of {', '.join(dict.fromkeys(schemes))}: predicted {predicted:.6g}, runtime {real:.6g}, eager {eager:.6g}, off by {100 * off:.2f} %"
              f"{'' if good else '  FAILED'}", flush=True)
    return passed, failed


def main():
    cli, names = sys.argv[1], [sys.argv[2]] if len(sys.argv) > 2 else list(RECIPES)
    count = int(sys.argv[3]) if len(sys.argv) > 3 else None
    torch.set_num_threads(1)
    passed = failed = 0
    for name in names:
        good, bad = prove(cli, name, count)
        passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
