"""Random small models: families of methods, what they are called with, and the variant in which they are lowered.

`draw(seed)` is a function of the seed alone.
"""

import random
from dataclasses import dataclass, field

import torch
from torch import nn

import blocks


@dataclass
class Method:
    module: nn.Module
    cases: list  # of input tuples, in the order of the calls
    dynamic: object = None


@dataclass
class Model:
    seed: int
    family: str
    variant: str  # see lowering.py
    methods: dict
    calls: list  # (method, case) in the order of one process
    stateful: bool = False
    options: dict = field(default_factory=dict)


class Chain(nn.Module):
    """Blocks one after another; with `taps`, what one of them gave is an output too."""

    def __init__(self, rng, kinds, width, ends, length=None):
        super().__init__()
        self.first, self.last = ends
        self.blocks = nn.ModuleList(rng.choice(kinds)(rng, width) for _ in range(length or rng.choice([1, 2, 2, 3, 4])))
        self.tap = rng.random() < 0.2

    def forward(self, *inputs):
        x = self.first(*inputs)
        tap = None
        for block in self.blocks:
            x = block(x)
            tap = x if tap is None else tap
        y = self.last(x)
        return (y, tap) if self.tap else y


class Pooled(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.fc = nn.Linear(width, classes)

    def forward(self, x):
        return self.fc(x.mean((2, 3)) if x.dim() == 4 else x.mean(1))


class Sum(nn.Module):
    """Two inputs, one number that scales."""

    def __init__(self, width):
        super().__init__()
        self.mix = nn.Linear(width, width)

    def forward(self, x, y):
        return torch.tanh(self.mix(x)) * y + x


class Branch(nn.Module):
    def __init__(self, rng, width):
        super().__init__()
        self.a, self.b = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x):
        return self.b(torch.cond(x.sum() > 0, torch.sin, torch.cos, (self.a(x),))) + x


class Integers(nn.Module):
    def __init__(self, rng):
        super().__init__()
        self.register_buffer("table", torch.randint(-50, 50, (16, 4)))
        self.kind = rng.choice([torch.int32, torch.int64])
        self.way = rng.choice(["add", "bits", "divide", "sum"])

    def forward(self, i):
        x = self.table[i].to(self.kind)
        if self.way == "bits":
            return (x * 2) ^ (x & 7), x.eq(3)
        if self.way == "divide":
            return torch.div(x, 3, rounding_mode="floor"), x % 5, x.float().mean(-1)
        if self.way == "sum":
            return x.cumsum(0), x.sum(-1), x.argmax(-1)
        return x * 3 + i.to(self.kind)[:, None], x.abs().amax(0)


# --- state -----------------------------------------------------------------------------------------------------------


class Counter(nn.Module):
    def __init__(self, rng, width):
        super().__init__()
        self.register_buffer("total", torch.zeros(2, width))
        self.register_buffer("steps", torch.zeros(1, dtype=torch.int64))
        self.mix, self.decay = nn.Linear(width, width), rng.choice([1.0, 0.9])

    def forward(self, x):
        self.total.copy_(self.total * self.decay + x)
        self.steps.add_(1)
        return self.mix(self.total / self.steps)


class Cached(nn.Module):
    """A decoder with a key-value cache, one token a step or several."""

    def __init__(self, rng, width, vocabulary=20, length=12):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        self.layers = rng.choice([1, 2])
        self.q, self.k, self.v = (nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(self.layers)) for _ in range(3))
        self.feed = nn.ModuleList(blocks.Feed(rng, width) for _ in range(self.layers))
        self.norm = nn.ModuleList(blocks.norm(rng, width) for _ in range(self.layers))
        self.head = nn.Linear(width, vocabulary, bias=False)
        if rng.random() < 0.4:
            self.head.weight = self.embed.weight
        for i in range(self.layers):
            self.register_buffer(f"keys_{i}", torch.zeros(1, length, width))
            self.register_buffer(f"values_{i}", torch.zeros(1, length, width))
        self.length = length

    def forward(self, tokens, positions):
        x = self.embed(tokens)
        mask = torch.arange(self.length)[None] > positions[:, None]
        for i in range(self.layers):
            y = self.norm[i](x)
            keys, values = getattr(self, f"keys_{i}"), getattr(self, f"values_{i}")
            keys.index_copy_(1, positions, self.k[i](y))
            values.index_copy_(1, positions, self.v[i](y))
            scores = (self.q[i](y) @ keys.transpose(1, 2)) / self.head.in_features**0.5
            x = self.feed[i](x + scores.masked_fill(mask, float("-inf")).softmax(-1) @ values)
        return self.head(x)


class Causal(nn.Module):
    """A convolution over time that keeps its last columns."""

    def __init__(self, rng, width):
        super().__init__()
        self.register_buffer("kept", torch.zeros(1, width, 2))
        self.conv = nn.Conv1d(width, width, 3, groups=rng.choice([1, width]))
        self.out = nn.Linear(width, width)

    def forward(self, x):
        full = torch.cat([self.kept, x.transpose(1, 2)], 2)
        self.kept.copy_(full[:, :, -2:])
        return self.out(torch.nn.functional.silu(self.conv(full)).transpose(1, 2))


# --- families: (rng, width) → (methods, calls or None, stateful) ----------------------------------------------------------------


def several(count, make):
    return [make() for _ in range(count)]


def sequence(rng, width):
    batch, time, classes = rng.choice([1, 2]), rng.choice([4, 6]), rng.choice([0, 0, 5])
    first = rng.choice([nn.Identity, lambda: nn.Linear(width, width)])()
    last = Pooled(width, classes) if classes else nn.Identity()
    module = Chain(rng, blocks.SEQUENCE, width, (first, last))
    return {"forward": Method(module, several(rng.choice([1, 2, 3]), lambda: (torch.randn(batch, time, width),)))}, None, False


def tokens(rng, width):
    module = Chain(rng, blocks.SEQUENCE, width, (nn.Embedding(20, width), nn.Linear(width, 20)))
    cases = several(2, lambda: (torch.randint(0, 20, (1, 6)),))
    return {"forward": Method(module, cases)}, None, False


def longer(rng, width):
    """Sequences of several lengths."""
    kinds = [blocks.Feed, blocks.Normed, blocks.Attention, blocks.Reduced, blocks.Twice, blocks.Adapted]
    module = Chain(rng, kinds, width, (nn.Linear(width, width), nn.Identity()))
    cases = [(torch.randn(1, n, width),) for n in (5, rng.choice([3, 4]), 7)]
    return {"forward": Method(module, cases, (({1: torch.export.Dim("n", min=2, max=8)},),))}, None, False


def image(rng, _):
    channels = rng.choice([4, 8])
    module = Chain(rng, blocks.IMAGE, channels, (nn.Conv2d(3, channels, 3, padding=1), rng.choice([nn.Identity, lambda: Pooled(channels, 5)])()))
    last = rng.random() < 0.15
    form = torch.channels_last if last else torch.contiguous_format
    make = lambda: (torch.randn(1, 3, 8, 8).to(memory_format=form),)  # noqa: E731
    return {"forward": Method(module.to(memory_format=form), several(rng.choice([1, 2]), make))}, None, False


def pair(rng, width):
    module = Chain(rng, blocks.SEQUENCE, width, (Sum(width), nn.Identity()))
    return {"forward": Method(module, several(2, lambda: (torch.randn(1, 4, width), torch.randn(1, 4, width))))}, None, False


def branch(rng, width):
    module = Chain(rng, blocks.SEQUENCE, width, (Branch(rng, width), nn.Linear(width, 4)), 1)
    cases = [(torch.rand(1, 4, width),), (-torch.rand(1, 4, width),)]
    return {"forward": Method(module, cases)}, None, False


def integers(rng, _):
    return {"forward": Method(Integers(rng), several(2, lambda: (torch.randint(0, 16, (5,)),)))}, None, False


def counter(rng, width):
    return {"forward": Method(Counter(rng, width), several(3, lambda: (torch.randn(2, width),)))}, None, True


def cache(rng, width):
    first = rng.choice([1, 4])
    starts = [(0, first)] + [(first + i, 1) for i in range(3)]
    cases = [(torch.randint(0, 20, (1, n)), torch.arange(p, p + n)) for p, n in starts]
    n = torch.export.Dim("n", max=8)
    return {"forward": Method(Cached(rng, width), cases, ({1: n}, {0: n}) if first > 1 else None)}, None, True


def causal(rng, width):
    return {"forward": Method(Causal(rng, width), several(3, lambda: (torch.randn(1, 4, width),)))}, None, True


def methods(rng, width):
    """An encoder, an embedding and a decoder in one program; perhaps with one weight in two of them."""
    encoder = Chain(rng, blocks.IMAGE, 4, (nn.Conv2d(3, 4, 3, padding=1), Pooled(4, width)), 1)
    embedding = nn.Embedding(20, width)
    decoder = Chain(rng, blocks.SEQUENCE, width, (nn.Linear(width, width), nn.Linear(width, 20, bias=False)), rng.choice([1, 2]))
    if rng.random() < 0.5:
        decoder.last.weight = embedding.weight
    steps = rng.choice([1, 2, 3])
    parts = {
        "encode": Method(encoder, [(torch.randn(1, 3, 8, 8),)]),
        "embed": Method(embedding, several(steps, lambda: (torch.randint(0, 20, (1, 4)),))),
        "decode": Method(decoder, several(steps, lambda: (torch.randn(1, 4, width),))),
    }
    calls = [("encode", 0)] + [(name, i) for i in range(steps) for name in ("embed", "decode")]
    return parts, calls, False


def adapters(rng, width):
    """Two methods of equal structure with adapters of their own over one base."""
    one = blocks.Adapted(rng, width)
    other = blocks.Adapted(rng, width)
    other.base = one.base
    cases = several(2, lambda: (torch.randn(1, 4, width),))
    calls = [("first", 0), ("second", 0), ("second", 1), ("first", 1)]
    return {"first": Method(one, cases), "second": Method(other, cases)}, calls, False


FAMILIES = {
    sequence: 9, tokens: 3, longer: 3, image: 6, pair: 2, branch: 1, integers: 1, counter: 1, cache: 3, causal: 1, methods: 3, adapters: 1,
}  # fmt: skip

# What a family can be lowered in, with how often.
FLOATING = {"portable": 6, "xnnpack": 5, "partial": 2, "half": 1, "bfloat16": 1}
QUANTISED = {"static_int8": 2, "static_int8_portable": 1, "dynamic_int8": 2, "int4": 1}
ONLY = {
    "integers": {"portable": 1},
    "branch": {"portable": 1},
    "counter": {"portable": 2, "xnnpack": 1},
    "cache": {"portable": 3, "xnnpack": 3, "partial": 1, "half": 1, "int4": 1},
    "causal": {"portable": 2, "xnnpack": 1},
    "longer": FLOATING | {"dynamic_int8": 1},
    "image": FLOATING | {"static_int8": 6, "static_int8_portable": 2},
    "methods": FLOATING | {"int4": 1, "dynamic_int8": 1},
    "adapters": {"portable": 1, "xnnpack": 1},
}


def pick(rng, weights):
    return rng.choices(list(weights), list(weights.values()))[0]


def spread(module):
    """Weights and statistics as after a training: nothing is zero or one by its initial value."""
    for value in module.parameters():
        value.data = value.data + 0.1 * torch.randn_like(value)
        value.requires_grad_(False)
    for one in module.modules():
        if isinstance(one, nn.BatchNorm2d):
            one.running_mean.normal_(0, 0.3)
            one.running_var.uniform_(0.5, 2)
    return module.eval()


def known_bugs(module, variant):
    """What the runtime is known to compute wrongly is no healthy model: XNNPACK takes the exact GELU for the one by tanh."""
    for one in module.modules():
        if isinstance(one, nn.GELU) and variant not in ("portable", "half", "bfloat16"):
            one.approximate = "none"


def draw(seed):
    rng = random.Random(seed)
    torch.manual_seed(seed)
    family = pick(rng, FAMILIES)
    name = family.__name__
    variant = pick(rng, ONLY.get(name, FLOATING | QUANTISED))
    parts, calls, stateful = family(rng, 32 if variant == "int4" else 8)
    for part in parts.values():
        spread(part.module)
        known_bugs(part.module, variant)
    calls = calls or [(method, i) for method, part in parts.items() for i in range(len(part.cases))]
    options = {
        "references": rng.choice(["record", "record", "bundle", "none"]),
        "exported": rng.random() < 0.8,
        "eager": rng.random() < 0.5,  # quantised: references of the float model
        "outputs": rng.random() < 0.5 or variant in ("half", "bfloat16"),  # the runner's output files beside the dump
    }
    return Model(seed, name, variant, parts, calls, stateful, options)
