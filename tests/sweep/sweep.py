#!/usr/bin/env python3
"""N random small healthy models, every fourth and all with state broken too in one known way: whom does etscope accuse, and of what?

    sweep.py N [--seed 0] [--only SEED [--way NAME]] [--again] [--cli build/dev/bin/etscope-cli] [--out build/sweep]

Prints a line per model, then the confusion table. OUT/<seed> and OUT/<seed>-broken have the files, OUT/rows.jsonl what is true of them: with
--again these are asked about without making them anew, then others are made up to N. Status 1 when a healthy model is accused or less than 90 % of the faults are named. A model is made in a
process of its own, so that what the runtime refuses ends nothing else; models that executorch cannot lower are left out.
"""

import argparse
import contextlib
import io
import json
import logging
import multiprocessing
import os
import random
import shutil
import sys
import time
import warnings
from collections import Counter
from pathlib import Path

warnings.filterwarnings("ignore")
os.environ["TORCH_LOGS"] = "-all"
with contextlib.redirect_stderr(io.StringIO()):
    import torch

    import faults
    import lowering
from judge import judge
from models import draw

COMMANDS = ["verdict", "gap", "drift", "stages"]
LIMIT = 900  # seconds for a model, on a machine that has other work too


def differ(outputs, healthy):
    """Whether an output changed beyond what rounding may do."""
    for call, other in zip(outputs, healthy):
        for a, b in zip(call, other):
            if a.shape != b.shape:
                return True
            if not a.is_floating_point():
                if not torch.equal(a, b):
                    return True
                continue
            share = {torch.float16: 2e-2, torch.bfloat16: 1e-1}.get(a.dtype, 2e-3)
            a, b = a.double().nan_to_num(), b.double().nan_to_num()
            if ((a - b).abs() > share * b.abs() + share * b.abs().mean() + 1e-5).any():
                return True
    return False


def make(seed, folder):
    """The healthy export of a seed, in `folder`."""
    model = draw(seed)
    ready = lowering.prepare(model)
    executorch = lowering.export(model, ready)
    expected = lowering.references(model, ready)
    export = faults.Export(model, folder, ready, executorch, expected, [])
    lowering.save(folder, model, executorch, ready, expected)
    export.outputs = faults.rerun(export, folder, executorch.buffer)
    if export.outputs is None:
        raise RuntimeError("the runtime refuses the program")
    return export


def sound(export):
    """Whether the run gives what its references say, as far as the variant promises it: a real bug of the runtime is no healthy model."""
    model = export.model
    if model.variant not in lowering.QUANTISED:
        return not differ(export.outputs, [export.expected[call] for call in model.calls])
    expected = lowering.references(model, export.ready, quantised=True)
    return all(
        (a.double() - b.double()).norm() <= 0.1 * b.double().norm() + 1e-3
        for call, outputs in zip(model.calls, export.outputs) for a, b in zip(outputs, expected[call])
    )  # fmt: skip


def break_one(export, seed, folder, taken):
    """(way, Broken) of the first way that applies and changes an output; its files are in `folder`."""
    rng = random.Random(seed + 1)
    for way in faults.order(rng, taken):
        rng.seed(f"{seed} {way.__name__}")  # what a way does hangs on the seed alone
        torch.manual_seed(seed + 1)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            broken = way(export, folder, rng)
        except Exception:  # noqa: BLE001 a change that executorch cannot lower
            continue
        if broken and differ(broken.outputs, export.outputs if way is not faults.reference else [export.expected[c] for c in export.model.calls]):
            return way.__name__, broken
    return None, None


def one(seed, taken, always, out):
    """Makes the folders of a seed: what is known of each, without answers. `taken`: how often each way to break was taken. `always`:
    it is broken, else only where it has a state: few have, and two of the ways need one."""
    folder, other = out / str(seed), out / f"{seed}-broken"
    for path in (folder, other):
        shutil.rmtree(path, ignore_errors=True)
    export = make(seed, folder)
    model = export.model
    row = {"seed": seed, "family": model.family, "variant": model.variant, "methods": list(export.ready), "options": model.options}
    if not sound(export):
        return row | {"unsound": True}
    if always or model.stateful:
        way, broken = break_one(export, seed, other, taken)
        if broken:
            row["broken"] = {"way": way, "causes": sorted(broken.causes), "where": broken.where}
    return row


def answer(row, options):
    """Asks etscope about the folders of a row."""
    out = Path(options.out)
    if "methods" in row and "unsound" not in row:
        allowed = {"quantisation"} if row["variant"] in lowering.QUANTISED else set()
        row["healthy"] = vars(judge(options.cli, out / str(row["seed"]), row["methods"], allowed))
        if "broken" in row:
            row["broken"] |= vars(judge(options.cli, out / f"{row['seed']}-broken", row["methods"], allowed, all_commands=False))
    return row


def child(pipe, *what):
    torch.set_num_threads(1)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
        os.dup2(nowhere.fileno(), 1)
    logging.disable(logging.CRITICAL)
    try:
        with torch.no_grad():
            pipe.send(one(*what))
    except Exception as problem:  # noqa: BLE001 what cannot be lowered is left out, and counted
        pipe.send({"seed": what[0], "left_out": f"{type(problem).__name__}: {str(problem)[:300]}"})


def warm_up():
    """What every model needs is imported and compiled once, before processes are parted."""
    torch.set_num_threads(1)
    model = draw(0)
    with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()), torch.no_grad():
        for model.variant in ("xnnpack", "dynamic_int8"):
            lowering.export(model, lowering.prepare(model)).get_etrecord()


def apart(seed, *what):
    """`one` in a process of its own."""
    here, there = multiprocessing.Pipe(False)
    process = multiprocessing.Process(target=child, args=(there, seed, *what))
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(LIMIT) else {"seed": seed, "left_out": "no end"}
    except EOFError:
        return {"seed": seed, "left_out": "the process ended"}
    finally:
        process.kill()
        process.join()


def right(broken):
    return bool(broken["named"]) and broken["named"][0] in broken["causes"]


def tell(row):
    if "left_out" in row:
        return f"{row['seed']}: left out: {row['left_out'][:150]}"
    name = f"{row['seed']} {row['family']} {row['variant']}"
    if row.get("unsound"):
        return f"{name}: outputs are not those of the references: not judged"
    text = f"{name}: {row['healthy']['state']}" + "".join(f"\n  ACCUSED {one}" for one in row["healthy"]["accusations"])
    if "broken" in row:
        b = row["broken"]
        text += f"\n  {'named' if right(b) else 'NOT NAMED'} {b['way']}: {b['named'] or b['state']} {b['where']}"
    return text


def table(rows):
    """The confusion table, as Markdown."""
    judged = [row for row in rows if "healthy" in row]
    accused = [row for row in judged if row["healthy"]["accusations"]]
    states = Counter(row["healthy"]["state"] for row in judged)
    by = Counter(command for row in accused for command in {one.split(":")[0] for one in row["healthy"]["accusations"]})
    lines = [
        "| healthy models | " + " | ".join(f"verdict: {state}" for state in sorted(states)) + " | accused | " + " | ".join(f"by {c}" for c in COMMANDS) + " |",
        "|--:" * (2 + len(states) + len(COMMANDS)) + "|",
        f"| {len(judged)} | " + " | ".join(str(states[s]) for s in sorted(states)) + f" | {len(accused)} | " + " | ".join(str(by[c]) for c in COMMANDS) + " |",
        "",
    ]  # fmt: skip
    broken = [row["broken"] for row in judged if "broken" in row]
    kinds = sorted({(b["named"] or [f"none: {b['state']}"])[0] for b in broken})
    lines += ["| broken | models | named | " + " | ".join(kinds) + " |", "|---|--:|--:|" + "--:|" * len(kinds)]
    for way in sorted({b["way"] for b in broken}):
        those = [b for b in broken if b["way"] == way]
        counts = Counter((b["named"] or [f"none: {b['state']}"])[0] for b in those)
        cells = [str(counts[kind] or "") for kind in kinds]
        lines.append(f"| {way} | {len(those)} | {sum(map(right, those))} | " + " | ".join(cells) + " |")
    lines.append(f"| all | {len(broken)} | {sum(map(right, broken))} |" + " |" * len(kinds))
    return "\n".join(lines), len(accused), sum(map(right, broken)), len(broken)


def rows_of(options):
    """Rows with their answers: with --again first those whose folders are there."""
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    kept = out / "rows.jsonl"
    rows = [json.loads(line) for line in kept.read_text().splitlines()] if options.again and kept.exists() else []
    if options.only is not None:
        rows = [row for row in rows if row["seed"] == options.only]
    seed = options.seed if options.only is None else options.only
    taken = Counter(row["broken"]["way"] for row in rows if "broken" in row)
    if options.way:
        taken.update({way.__name__: 1 for way in faults.FAULTS if way.__name__ != options.way})
    judged = 0
    for row in rows:
        judged += "methods" in row and "unsound" not in row
        seed = row["seed"] + 1
        yield answer(row, options)
    if judged < options.count:
        warm_up()
    with open(os.devnull if options.only is not None else kept, "a" if options.again else "w") as file:
        while judged < options.count:
            row = apart(seed, taken, options.only is not None or judged % 4 == 3, out)
            taken.update([row["broken"]["way"]] if "broken" in row else [])
            print(json.dumps(row), file=file, flush=True)
            judged += "methods" in row and "unsound" not in row
            seed += 1
            yield answer(row, options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=40, metavar="N")
    parser.add_argument("--seed", type=int, default=0, help="of the first model")
    parser.add_argument("--only", type=int, metavar="SEED", help="one model, broken too")
    parser.add_argument("--way", choices=[way.__name__ for way in faults.FAULTS], help="with --only: break it so, if that can be")
    parser.add_argument("--again", action="store_true", help="the folders that are there, and new ones up to N")
    parser.add_argument("--cli", default="build/dev/bin/etscope-cli")
    parser.add_argument("--out", default="build/sweep")
    options = parser.parse_args()
    options.cli = str(Path(options.cli).resolve())
    options.count = 1 if options.only is not None else options.count
    rows, began = [], time.monotonic()
    for row in rows_of(options):
        rows.append(row)
        print(tell(row), flush=True)
    text, accused, named, broken = table(rows)
    left = Counter(row["left_out"].split(":")[0] for row in rows if "left_out" in row)
    print(f"\n{text}\n\nLeft out: {sum(left.values())} {dict(left)}; not judged: {sum('unsound' in row for row in rows)}; {time.monotonic() - began:.0f} s")
    (Path(options.out) / "table.md").write_text(text + "\n")
    return 1 if accused or named < 0.9 * broken else 0


if __name__ == "__main__":
    sys.exit(main())
