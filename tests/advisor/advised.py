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
    from torch.nn.utils import parametrize
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
    return normalised(Tower().eval().requires_grad_(False))


def normalised(model):
    """What normalises has seen something."""
    for module in model.modules():
        if isinstance(module, (torch.nn.BatchNorm1d, torch.nn.BatchNorm2d)):
            module.running_mean.normal_(0, 0.2)
            module.running_var.uniform_(0.3, 1.5)
            module.weight.uniform_(0.5, 1.5)
            module.bias.normal_(0, 0.2)
    return model


def tied():
    """A decoder whose last layer has the table of its first."""
    model = decoder(4)
    model.embed.weight.mul_(0.5)
    model.output.weight = model.embed.weight
    return model


class Kinds(torch.nn.Module):
    """Every kind of operator that takes a weight, with and without a bias and a normalisation, and what joins their results."""

    def __init__(self):
        super().__init__()
        nn = torch.nn
        self.table = nn.Embedding(40, 16)
        self.line = nn.Sequential(nn.Conv1d(16, 24, 3, padding=1, bias=False), nn.BatchNorm1d(24), nn.ReLU())
        self.longer = nn.ConvTranspose1d(24, 16, 2, stride=2)
        self.shorter = nn.Conv1d(8, 16, 3, stride=2, padding=1)
        self.plane = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU())
        self.beside = nn.Conv2d(3, 16, 1)
        self.wider = nn.ConvTranspose2d(32, 8, 2, stride=2, bias=False)
        self.plain = nn.Linear(32, 64, bias=False)
        self.biased = nn.Linear(32, 64)
        self.constant = nn.Parameter(torch.randn(64, 64) / 8)
        self.head = nn.Linear(64, 24)

    def forward(self, ids, signal):
        left = self.longer(self.line(self.table(ids).transpose(1, 2)))
        right = self.shorter(signal)
        picture = torch.stack([left + right, left, right], 1)
        plane, beside = self.plane(picture), self.beside(picture)
        both = torch.cat([torch.relu(plane + beside), plane * beside], 1)
        x = self.wider(both).mean(3).transpose(1, 2)[:, :, :8].transpose(1, 2)
        x = torch.relu(self.plain(x)) * torch.sigmoid(self.biased(x))
        return self.head(x @ self.constant)


def kinds():
    torch.manual_seed(9)
    return normalised(Kinds().eval().requires_grad_(False))


def sentences(count):
    torch.manual_seed(5)
    return [torch.randint(0, VOCABULARY, (1, LENGTH)) for _ in range(count)]


def pictures(count):
    torch.manual_seed(8)
    return [torch.randn(1, 3, 32, 32) * (0.5 + 0.25 * i) for i in range(count)]


def signals(count):
    torch.manual_seed(10)
    return [(torch.randint(0, 40, (1, 8)), torch.randn(1, 8, 32) * (0.6 + 0.2 * i)) for i in range(count)]


def inputs(case):
    return case if isinstance(case, tuple) else (case,)


def exported(model, case):
    return torch.export.export(model, inputs(case))


def unpacked(model):
    """Weights that are narrow alone, given back as the runtime's own graph passes would: it has no kernel that takes them narrow."""
    for module in list(model.modules()):
        if parametrize.is_parametrized(module):
            for name in list(module.parametrizations):
                parametrize.remove_parametrizations(module, name, leave_parametrized=True)
    return unpacked_integers(model)


def unpacked_integers(model):
    """The same of torchao's alone."""
    for module in list(model.modules()):
        weight = getattr(module, "weight", None) if not parametrize.is_parametrized(module) else None
        if hasattr(weight, "dequantize") and type(weight) is not torch.nn.Parameter and getattr(weight, "activation_quantization", None) is None:
            module.weight = torch.nn.Parameter(weight.dequantize(), requires_grad=False)
    return model


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
        for k, given in enumerate(inputs(case)):
            np.save(folder / f"in-forward-{i}-{k}.npy", given.numpy())


def outputs(model, cases):
    return np.concatenate([model(*inputs(case)).detach().numpy() for case in cases])


def run(buffer, cases):
    """What the runtime gives; the module reads the bytes where they are."""
    module = _load_for_executorch_from_buffer(buffer)
    return np.concatenate([module.forward(list(inputs(case)))[0].clone().numpy() for case in cases])


def kl(reference, given):
    log = lambda rows: rows - rows.max(-1, keepdims=True) - np.log(np.exp(rows - rows.max(-1, keepdims=True)).sum(-1, keepdims=True))
    p, q = log(reference.astype(np.float64)), log(given.astype(np.float64))
    return float((np.exp(p) * (p - q)).sum(-1).mean())


def noise(reference, given):
    """Noise over signal."""
    reference, given = reference.astype(np.float64), given.astype(np.float64)
    return float(((given - reference) ** 2).sum() / (reference**2).sum())


MODELS = {"decoder4": (lambda: decoder(4), sentences, kl), "decoder12": (lambda: decoder(12, uneven=True), sentences, kl), "tied": (tied, sentences, kl),
          "tower": (tower, pictures, noise), "kinds": (kinds, signals, noise)}


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
    return space["quantise"](model, [inputs(case) for case in cases]) if "PT2E" in space else space["quantise"](model)


def lowered_recipe(space, model, cases):
    """Bytes that the runtime reads of what a recipe makes. A graph that PT2E made is not unpacked any more: its model is, before."""
    if "PT2E" not in space:
        return lowered(exported(unpacked(quantised(space, model, cases)), cases[0]))
    narrow = space["narrow"]
    space["narrow"] = lambda model: unpacked_integers(narrow(model))
    return lowered(exported(quantised(space, model, cases), cases[0]))


def spearman(left, right):
    rank = lambda values: np.argsort(np.argsort(values)).astype(np.float64)
    return float(np.corrcoef(rank(np.asarray(left)), rank(np.asarray(right)))[0, 1])
