"""recipes.py CLI [COUNT]: recipes of a small decoder, each really quantised with torchao, exported, lowered to XNNPACK and run by the
runtime; what comes out against what the command line predicted. One line for each, then "N passed, M failed". Exit status 77: torch, torchao
or executorch are not here."""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import torch
    import torchao  # noqa: F401
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackDynamicallyQuantizedPartitioner, XnnpackPartitioner
    from executorch.devtools import generate_etrecord
    from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
    from executorch.extension.pybindings.portable_lib import _load_for_executorch_from_buffer
except ImportError as missing:
    print(f"not tried: {missing}")
    sys.exit(77)

WIDTH, HIDDEN, LAYERS, VOCABULARY, LENGTH = 64, 128, 4, 96, 8


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.after = torch.nn.RMSNorm(WIDTH), torch.nn.RMSNorm(WIDTH)
        self.wq, self.wk, self.wv, self.wo = (torch.nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(4))
        self.up, self.down = torch.nn.Linear(WIDTH, HIDDEN), torch.nn.Linear(HIDDEN, WIDTH)

    def forward(self, x, mask):
        h = self.norm(x)
        seen = (self.wq(h) @ self.wk(h).transpose(1, 2) / WIDTH**0.5 + mask).softmax(-1)
        x = x + self.wo(seen @ self.wv(h))
        return x + self.down(torch.nn.functional.silu(self.up(self.after(x))))


class Decoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(VOCABULARY, WIDTH)
        self.layers = torch.nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm, self.output = torch.nn.RMSNorm(WIDTH), torch.nn.Linear(WIDTH, VOCABULARY, bias=False)
        self.register_buffer("mask", torch.full((LENGTH, LENGTH), -1e9).triu(1))

    def forward(self, ids):
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x, self.mask)
        return self.output(self.norm(x))


def decoder():
    torch.manual_seed(4)
    model = Decoder().eval().requires_grad_(False)
    for layer in model.layers:
        layer.wo.weight.mul_(3)
    model.output.weight.mul_(4)
    return model


def lowered(program, record=None):
    parts = [XnnpackDynamicallyQuantizedPartitioner(), XnnpackPartitioner()]
    edge = to_edge_transform_and_lower(program, partitioner=parts, compile_config=EdgeCompileConfig(_check_ir_validity=False))
    if record is None:
        return edge.to_executorch().buffer
    from executorch.exir import to_edge
    import copy
    plain = to_edge(program, compile_config=EdgeCompileConfig(_check_ir_validity=False))
    kept = copy.deepcopy(plain)
    made = plain.to_executorch()
    generate_etrecord(str(record), kept, made, exported_program=program)
    return made.buffer


def kl(reference, given):
    log = lambda rows: rows - rows.max(-1, keepdims=True) - np.log(np.exp(rows - rows.max(-1, keepdims=True)).sum(-1, keepdims=True))
    p, q = log(reference.astype(np.float64)), log(given.astype(np.float64))
    return float((np.exp(p) * (p - q)).sum(-1).mean())


def main():
    cli, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    folder = Path(tempfile.mkdtemp())
    torch.manual_seed(5)
    cases = [torch.randint(0, VOCABULARY, (1, LENGTH)) for _ in range(4)]
    program = torch.export.export(decoder(), (cases[0],), strict=True)
    (folder / "model.pte").write_bytes(lowered(program, folder / "model.etrecord"))
    for i, case in enumerate(cases):
        np.save(folder / f"in-forward-{i}-0.npy", case.numpy())
    right = [decoder()(case).numpy() for case in cases]
    names = [name for name, module in decoder().named_modules() if isinstance(module, torch.nn.Linear)]
    choose = random.Random(7)
    passed = failed = 0
    for number in range(count):
        schemes = ["float", "8da8w", "8da4w-32", "8da4w-64"] if number % 2 else ["float", "8da4w-32"]
        keep = [f"--keep={choose.choice(schemes)}:{name}" for name in names]
        path = folder / f"recipe_{number}.py"
        words = [cli, "advise", "quantisation", str(folder), "--json", "--sets", "1", "--max-kl", "1e9", "-o", str(path), "--keep=float:embed", *keep]
        told = subprocess.run(words, capture_output=True, text=True)
        if told.returncode != 0:
            print(f"{number}: {told.stderr.strip()}")
            failed += 1
            continue
        answer = json.loads(told.stdout)
        predicted = answer["sets"][answer["chosen"]]["effect"]["kl"]
        space = {}
        exec(compile(path.read_text(), str(path), "exec"), space)
        model = space["quantise"](decoder())
        eager = kl(np.concatenate(right), np.concatenate([model(case).detach().numpy() for case in cases]))
        buffer = bytes(lowered(torch.export.export(model, (cases[0],), strict=True)))  # the module reads it where it is
        module = _load_for_executorch_from_buffer(buffer)
        real = kl(np.concatenate(right), np.concatenate([module.forward([case])[0].clone().numpy() for case in cases]))
        off = abs(predicted - real) / max(real, 1e-12)
        good = off <= 0.1
        passed, failed = passed + good, failed + (not good)
        print(f"{number}: predicted {predicted:.6g}, runtime {real:.6g}, torchao {eager:.6g}, off by {100 * off:.2f} %{'' if good else '  FAILED'}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
