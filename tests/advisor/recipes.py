"""recipes.py CLI [COUNT [LAYERS]]: recipes of a small decoder, each really quantised with torchao, exported, lowered to XNNPACK and run by the
runtime; what comes out against what the command line predicted. One line for each, then "N passed, M failed". Exit status 77: torch, torchao
or executorch are not here."""

import random
import sys
import tempfile
from pathlib import Path

from advised import advise, decoder, exported, keep_session, kl, lowered, outputs, quantised, recipe, run, sentences, torch


def main():
    cli, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    layers = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    folder = Path(tempfile.mkdtemp())
    cases = sentences(4)
    keep_session(folder, decoder(layers), cases)
    right = outputs(decoder(layers), cases)
    names = [name for name, module in decoder(layers).named_modules() if isinstance(module, torch.nn.Linear)]
    choose = random.Random(7)
    passed = failed = 0
    for number in range(count):
        schemes = ["float", "8da8w", "8da4w-32", "8da4w-64"] if number % 2 else ["float", "8da4w-32"]
        keep = [f"--keep={choose.choice(schemes)}:{name}" for name in names]
        path = folder / f"recipe_{number}.py"
        answer = advise(cli, folder, "--schemes", "float", "--sets", "1", "--max-kl", "1e9", "-o", str(path), "--keep=float:embed", *keep)
        predicted = answer["sets"][answer["chosen"]]["effect"]["kl"]
        model = quantised(recipe(path), decoder(layers), cases)
        eager = kl(right, outputs(model, cases))
        real = kl(right, run(lowered(exported(model, cases[0])), cases))
        off = abs(predicted - real) / max(real, 1e-12)
        good = off <= 0.1
        passed, failed = passed + good, failed + (not good)
        print(f"{number}: predicted {predicted:.6g}, runtime {real:.6g}, torchao {eager:.6g}, off by {100 * off:.2f} %{'' if good else '  FAILED'}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
