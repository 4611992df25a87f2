"""What the scripts of this folder share: small models whose operators differ, really quantised, exported, lowered and run, and what the command line says of
them. Exit status 77 of scripts that import it: torch, torchao or executorch are not here."""

import copy
import json
import subprocess
import sys

try:
    import numpy as np
    import torch
    import torchao  # noqa: F401
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackDynamicallyQuantizedPartitioner, XnnpackPartitioner
    from executorch.devtools import generate_etrecord
    from executorch.exir import EdgeCompileConfig, to_edge, to_edge_transform_and_lower
    from executorch.extension.pybindings.portable_lib import _load_for_executorch_from_buffer
except ImportError as missing:
    print(f"not tried: {missing}")
    sys.exit(77)

WIDTH, HIDDEN, VOCABULARY, LENGTH = 64, 128, 96, 8


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
    def __init__(self, layers):
        super().__init__()
        self.embed = torch.nn.Embedding(VOCABULARY, WIDTH)
        self.layers = torch.nn.ModuleList(Layer() for _ in range(layers))
        self.norm, self.output = torch.nn.RMSNorm(WIDTH), torch.nn.Linear(WIDTH, VOCABULARY, bias=False)
        self.register_buffer("mask", torch.full((LENGTH, LENGTH), -1e9).triu(1))

    def forward(self, ids):
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x, self.mask)
        return self.output(self.norm(x))


def decoder(layers, uneven=False):
    """`uneven`: layers add to the stream by different amounts, so that some of them matter more."""
    torch.manual_seed(4)
    model = Decoder(layers).eval().requires_grad_(False)
    for i, layer in enumerate(model.layers):
        layer.wo.weight.mul_(3)
        if uneven:
            factor = 0.4 + 1.6 * ((7 * i) % layers) / layers
            layer.wo.weight.mul_(factor)
            layer.down.weight.mul_(factor)
    model.output.weight.mul_(4)
    return model


class Tower(torch.nn.Module):
    """Pictures to vectors: convolutions with normalisation, one of them for each channel by itself, one in groups, then layers over patches."""

    def __init__(self):
        super().__init__()
        nn = torch.nn
        self.stem = nn.Sequential(nn.Conv2d(3, 16, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU())
        self.depth = nn.Sequential(nn.Conv2d(16, 16, 3, padding=1, groups=16, bias=False), nn.BatchNorm2d(16), nn.ReLU())
        self.point = nn.Sequential(nn.Conv2d(16, 32, 1, bias=False), nn.BatchNorm2d(32))
        self.grouped = nn.Conv2d(32, 32, 3, padding=2, dilation=2, groups=4)
        self.patches = nn.Conv2d(32, 64, 4, stride=4)
        self.norm = nn.LayerNorm(64)
        self.up, self.down = nn.Linear(64, 128), nn.Linear(128, 64)
        self.head = nn.Linear(64, 24)

    def forward(self, pictures):
        x = self.point(self.depth(self.stem(pictures)))
        x = x + torch.relu(self.grouped(x))
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = x + self.down(torch.nn.functional.gelu(self.up(self.norm(x))))
        return self.head(x.mean(1))


def tower():
    torch.manual_seed(6)
    model = Tower().eval().requires_grad_(False)
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.2)
            module.running_var.uniform_(0.3, 1.5)
            module.weight.uniform_(0.5, 1.5)
            module.bias.normal_(0, 0.2)
    return model


def sentences(count):
    torch.manual_seed(5)
    return [torch.randint(0, VOCABULARY, (1, LENGTH)) for _ in range(count)]


def pictures(count):
    torch.manual_seed(8)
    return [torch.randn(1, 3, 32, 32) * (0.5 + 0.25 * i) for i in range(count)]


def exported(model, case):
    return torch.export.export(model, (case,))


def lowered(program):
    """Bytes that the runtime reads, for XNNPACK."""
    parts = [XnnpackDynamicallyQuantizedPartitioner(), XnnpackPartitioner()]
    edge = to_edge_transform_and_lower(program, partitioner=parts, compile_config=EdgeCompileConfig(_check_ir_validity=False))
    return bytes(edge.to_executorch().buffer)


def keep_session(folder, model, cases):
    """The model as it is, with its record and inputs, as etscope opens them."""
    program = exported(model, cases[0])
    plain = to_edge(program, compile_config=EdgeCompileConfig(_check_ir_validity=False))
    kept = copy.deepcopy(plain)
    made = plain.to_executorch()
    generate_etrecord(str(folder / "model.etrecord"), kept, made, exported_program=program)
    (folder / "model.pte").write_bytes(made.buffer)
    for i, case in enumerate(cases):
        np.save(folder / f"in-forward-{i}-0.npy", case.numpy())


def outputs(model, cases):
    return np.concatenate([model(case).detach().numpy() for case in cases])


def run(buffer, cases):
    """What the runtime gives; the module reads the bytes where they are."""
    module = _load_for_executorch_from_buffer(buffer)
    return np.concatenate([module.forward([case])[0].clone().numpy() for case in cases])


def kl(reference, given):
    log = lambda rows: rows - rows.max(-1, keepdims=True) - np.log(np.exp(rows - rows.max(-1, keepdims=True)).sum(-1, keepdims=True))
    p, q = log(reference.astype(np.float64)), log(given.astype(np.float64))
    return float((np.exp(p) * (p - q)).sum(-1).mean())


def noise(reference, given):
    """Noise over signal."""
    reference, given = reference.astype(np.float64), given.astype(np.float64)
    return float(((given - reference) ** 2).sum() / (reference**2).sum())


def advise(cli, folder, *words):
    told = subprocess.run([cli, "advise", "quantisation", str(folder), "--json", *words], capture_output=True, text=True)
    if told.returncode != 0:
        raise SystemExit(f"{told.stderr.strip()}\n0 passed, 1 failed")
    return json.loads(told.stdout)


def recipe(path):
    """Names of a written recipe."""
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space


def quantised(space, model, cases):
    """What a recipe makes of the model."""
    return space["quantise"](model, [(case,) for case in cases]) if "PT2E" in space else space["quantise"](model)


def spearman(left, right):
    rank = lambda values: np.argsort(np.argsort(values)).astype(np.float64)
    return float(np.corrcoef(rank(np.asarray(left)), rank(np.asarray(right)))[0, 1])
