"""ranks.py CLI MODEL [EACH [SCHEME]]: each operator of a small model (`decoder4`, `decoder12`, `tower`) really kept narrow alone; the order by what that does to
the outputs against the order that the command line says, as a rank correlation. Goal: 0.95. Every EACH-th one is exported, lowered to XNNPACK and run by the
runtime too, the others are computed by torchao or PT2E alone; what the runtime gives may be 10 % off what was predicted. Then "N passed, M failed"."""

import sys
import tempfile
from pathlib import Path

from advised import MODELS, advise, exported, keep_session, lowered, outputs, quantised, recipe, run, spearman, torch, unpacked

GOAL = 0.95


def main():
    cli, name = sys.argv[1:3]
    make, given, cost = MODELS[name]
    each = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    scheme = sys.argv[4] if len(sys.argv) > 4 else "static8" if name == "tower" else "8da4w-32"
    torch.set_num_threads(1)
    folder = Path(tempfile.mkdtemp())
    cases = given(4)
    keep_session(folder, make(), cases)
    right = outputs(make(), cases)
    answer = advise(cli, folder, "--schemes", scheme, "--sets", "1", "--max-kl", "1e9", "-o", str(folder / "recipe.py"), f"--keep={scheme}:*")
    space = recipe(folder / "recipe.py")
    effects = {weight: cell["effect"]["cost"] for row in answer["rows"] for cell in row["schemes"] if cell["scheme"] == scheme for weight in row["weights"]}
    said, real, passed, failed = [], [], 0, 0
    for i, (weight, own) in enumerate(effects.items()):
        space["WEIGHTS"] = {weight: scheme}
        model = quantised(space, make(), cases)
        said.append(own)
        real.append(cost(right, outputs(model, cases)))
        line = f"{weight}: said {own:.6g}, computed {real[-1]:.6g}, off by {100 * abs(own / real[-1] - 1):.2f} %"
        if i % each == 0:
            ran = cost(right, run(lowered(exported(unpacked(model), cases[0])), cases))
            good = abs(own / ran - 1) <= 0.1
            passed, failed = passed + good, failed + (not good)
            line += f", runtime {ran:.6g}, off by {100 * abs(own / ran - 1):.2f} %{'' if good else '  FAILED'}"
            real[-1] = ran
        print(line, flush=True)
    found = spearman(said, real)
    passed, failed = passed + (found >= GOAL), failed + (found < GOAL)
    print(f"{len(said)} operators of {name} with {scheme}: rank correlation {found:.4f}, worst {100 * max(abs(a / b - 1) for a, b in zip(said, real)):.2f} % off")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
