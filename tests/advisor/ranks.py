"""ranks.py CLI MODEL [SCHEME]: each operator of a small model (`decoder4`, `decoder12`, `tower`) really kept narrow alone, exported, lowered to XNNPACK and run;
the order by what it does to the outputs against the order that the command line says, as a rank correlation. Goal: 0.95. Then "N passed, M failed"."""

import sys
import tempfile
from pathlib import Path

from advised import advise, decoder, exported, keep_session, kl, lowered, noise, np, outputs, pictures, quantised, run, sentences, spearman, torch, tower

MODELS = {"decoder4": (lambda: decoder(4), sentences, kl), "decoder12": (lambda: decoder(12, uneven=True), sentences, kl), "tower": (tower, pictures, noise)}
GOAL = 0.95


def main():
    cli, name = sys.argv[1:3]
    make, given, cost = MODELS[name]
    scheme = sys.argv[3] if len(sys.argv) > 3 else "pt8" if name == "tower" else "8da4w-32"
    folder = Path(tempfile.mkdtemp())
    cases = given(4)
    keep_session(folder, make(), cases)
    right = outputs(make(), cases)
    answer = advise(cli, folder, "--schemes", scheme, "--sets", "1")
    rows = {row["name"]: {cell["scheme"]: cell["effect"] for cell in row["schemes"]} for row in answer["rows"]}
    names = [row for row, cells in rows.items() if scheme in cells]
    said, real = [], []
    for own in names:
        path = folder / f"{own}.py"
        advise(cli, folder, "--schemes", scheme, "--sets", "1", "--cases", "1", "--max-kl", "1e9", "-o", str(path), f"--keep={scheme}:{own}",
               *(f"--keep=float:{other}" for other in rows if other != own))
        buffer = lowered(exported(quantised(path, make(), cases), cases[0]))
        said.append(rows[own][scheme]["cost"])
        real.append(cost(right, run(buffer, cases)))
        print(f"{own}: said {said[-1]:.6g}, runtime {real[-1]:.6g}, off by {100 * abs(said[-1] / real[-1] - 1):.2f} %", flush=True)
    found = spearman(said, real)
    print(f"{len(names)} operators of {name} with {scheme}: rank correlation {found:.4f}, worst {100 * max(abs(a / b - 1) for a, b in zip(said, real)):.2f} % off")
    print("1 passed, 0 failed" if found >= GOAL else "0 passed, 1 failed")
    return 0 if found >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
