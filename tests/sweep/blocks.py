"""Building blocks of random models: each keeps the shape it is given, (batch, time, width) or (batch, channels, rows, columns).

A block is made with a `random.Random`, which decides its variety; weights come from torch's own generator.
"""

import torch
from torch import nn
from torch.nn import functional as F

ACTIVATIONS = [
    nn.ReLU, nn.GELU, lambda: nn.GELU(approximate="tanh"), nn.SiLU, nn.Tanh, nn.Sigmoid, nn.ELU, nn.LeakyReLU, nn.Hardswish,
    nn.Softplus, nn.Mish, nn.ReLU6, nn.Hardsigmoid, nn.LogSigmoid,
]  # fmt: skip


def activation(rng):
    return rng.choice(ACTIVATIONS)()


class RMSNorm(nn.Module):
    """Written out, as language models do."""

    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(width) + 0.5)

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


def norm(rng, width):
    return rng.choice([nn.LayerNorm, RMSNorm, lambda w: nn.RMSNorm(w, eps=1e-5)])(width)


class Feed(nn.Module):
    def __init__(self, rng, width):
        super().__init__()
        inner = width * rng.choice([1, 2, 3])
        self.up = nn.Linear(width, inner, bias=rng.random() < 0.7)
        self.gate = nn.Linear(width, inner) if rng.random() < 0.4 else None
        self.act = activation(rng)
        self.down = nn.Linear(inner, width, bias=rng.random() < 0.7)

    def forward(self, x):
        y = self.act(self.up(x))
        return x + self.down(y if self.gate is None else y * self.gate(x))


class Normed(nn.Module):
    def __init__(self, rng, width):
        super().__init__()
        self.norm = norm(rng, width)

    def forward(self, x):
        return self.norm(x)


def rotate(x, base=10000.0):
    """Rotary positions over the last axis of (…, time, width)."""
    time, half = x.shape[-2], x.shape[-1] // 2
    angles = torch.arange(time, dtype=torch.float32)[:, None] * base ** (-torch.arange(half, dtype=torch.float32) / half)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)


class Attention(nn.Module):
    def __init__(self, rng, width):
        super().__init__()
        self.heads = rng.choice([1, 2, 4])
        self.fused = rng.random() < 0.4
        self.qkv = nn.Linear(width, 3 * width) if self.fused else nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(3))
        self.out = nn.Linear(width, width)
        self.rope, self.causal, self.sdpa = rng.random() < 0.4, rng.random() < 0.5, rng.random() < 0.6

    def forward(self, x):
        batch, time, width = x.shape
        parts = self.qkv(x).chunk(3, -1) if self.fused else [one(x) for one in self.qkv]
        q, k, v = (p.view(batch, time, self.heads, width // self.heads).transpose(1, 2) for p in parts)
        if self.rope:
            q, k = rotate(q), rotate(k)
        if self.sdpa:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        else:
            scores = q @ k.transpose(-1, -2) / (width // self.heads) ** 0.5
            if self.causal:
                scores = scores.masked_fill(torch.ones(time, time, dtype=torch.bool).triu(1), float("-inf"))
            y = scores.softmax(-1) @ v
        return x + self.out(y.transpose(1, 2).reshape(batch, time, width))


class Recurrent(nn.Module):
    def __init__(self, rng, width):
        super().__init__()
        kind = rng.choice([nn.LSTM, nn.GRU, nn.RNN])
        both = rng.random() < 0.3
        self.cell = kind(width, width, num_layers=rng.choice([1, 1, 2]), batch_first=True, bidirectional=both)
        self.back = nn.Linear(2 * width, width) if both else nn.Identity()

    def forward(self, x):
        return self.back(self.cell(x)[0])


class TimeConv(nn.Module):
    """A convolution over time with a pad of some mode."""

    def __init__(self, rng, width):
        super().__init__()
        self.size = rng.choice([2, 3])
        self.mode = rng.choice(["constant", "replicate", "reflect"])
        self.conv = nn.Conv1d(width, width, self.size, groups=rng.choice([1, width]))

    def forward(self, x):
        y = F.pad(x.transpose(1, 2), (self.size - 1, 0), mode=self.mode)
        return x + self.conv(y).transpose(1, 2)


class Picked(nn.Module):
    """Rows chosen by a table, by sorting or by what is largest."""

    def __init__(self, rng, width):
        super().__init__()
        self.way = rng.choice(["select", "gather", "topk", "sort", "scatter", "index_put", "roll", "flip", "take"])
        self.register_buffer("order", torch.randperm(width))

    def forward(self, x):
        order = self.order
        if self.way == "select":
            return x + x.index_select(-1, order)
        if self.way == "gather":
            return x - x.gather(-1, order.expand_as(x))
        if self.way == "topk":
            values, places = x.topk(3, -1)
            return x + values.sum(-1, keepdim=True) * (places == 0).any(-1, keepdim=True)
        if self.way == "sort":
            return x + x.sort(-1, descending=True)[0]
        if self.way == "scatter":
            return x + torch.zeros_like(x).scatter_add(-1, (order // 2).expand_as(x), x)
        if self.way == "index_put":
            return torch.index_put(x, (torch.tensor([0]), torch.tensor([1])), x[:1, 0] * 2, accumulate=True)
        if self.way == "roll":
            return x * 0.5 + x.roll(1, 1)
        if self.way == "flip":
            return x + x.flip(1)
        return x + x[..., order]


class Reduced(nn.Module):
    def __init__(self, rng, _):
        super().__init__()
        self.way = rng.choice(["mean", "amax", "cumsum", "var", "softmax", "logsoftmax", "norm", "prod", "argmax", "minmax"])
        self.dim = rng.choice([1, 2])

    def forward(self, x):
        way, dim = self.way, self.dim
        if way == "cumsum":
            return x.cumsum(dim) * 0.25
        if way in ("softmax", "logsoftmax"):
            return x + (F.softmax if way == "softmax" else F.log_softmax)(x, dim)
        if way == "var":
            return (x - x.mean(dim, keepdim=True)) / (x.var(dim, keepdim=True) + 0.1).sqrt()
        if way == "norm":
            return x / (torch.linalg.vector_norm(x, dim=dim, keepdim=True) + 0.1)
        if way == "argmax":
            return x + x.argmax(dim, keepdim=True).to(x.dtype) * 0.1
        if way == "minmax":
            return x - x.min(dim, keepdim=True)[0] + x.max(dim, keepdim=True)[0]
        return x + {"mean": x.mean, "amax": x.amax, "prod": torch.tanh(x).prod}[way](dim, keepdim=True)


class Arithmetic(nn.Module):
    def __init__(self, rng, width):
        super().__init__()
        self.way = rng.choice(["where", "clamp", "pow", "exp", "abs", "minimum", "rsub", "floor", "einsum", "half", "trig", "int", "erf"])
        self.scale = nn.Parameter(torch.randn(width))

    def forward(self, x):
        way, s = self.way, self.scale
        if way == "where":
            return torch.where(x > s, x * 2, x - s)
        if way == "clamp":
            return (x * s).clamp(-1.5, 2.0) + x
        if way == "pow":
            return x + (x.abs() + 0.1).pow(1.5) * 0.1 - x**2 * 0.05
        if way == "exp":
            return torch.log1p(torch.exp(x.clamp(max=5.0))) * s
        if way == "abs":
            return x.abs().sqrt() * x.sign() + s
        if way == "minimum":
            return torch.minimum(x, s) + torch.maximum(x * 0.5, s)
        if way == "rsub":
            return (1 - x) * s + x.neg() / (s.abs() + 1)
        if way == "floor":
            return x.floor() + x.remainder(0.75) + torch.round(x * 4) / 4
        if way == "einsum":
            return torch.einsum("btc,bsc->bts", x, x).softmax(-1) @ x + s
        if way == "half":
            return (x.half() * s.half()).float() + x
        if way == "trig":
            return x.sin() * x.cos() + torch.atan(x) * s
        if way == "int":
            whole = (x * 8).to(torch.int32)
            return ((whole * 3 + 1) % 7 + (whole & 3)).to(x.dtype) + x * s
        return torch.erf(x) * s + x


class Cut(nn.Module):
    """Splits, joins, stacks, repeats."""

    def __init__(self, rng, width):
        super().__init__()
        self.way = rng.choice(["split", "stack", "repeat", "unbind", "slice", "permute", "pad", "expand"])
        self.mix = nn.Linear(width, width)

    def forward(self, x):
        half = x.shape[-1] // 2
        if self.way == "split":
            a, b = x.split(half, -1)
            return self.mix(torch.cat([b, a * torch.sigmoid(b)], -1))
        if self.way == "stack":
            return torch.stack([x, self.mix(x), x * 2], 0).mean(0)
        if self.way == "repeat":
            return self.mix(x.repeat(1, 1, 2)[..., half : half + x.shape[-1]])
        if self.way == "unbind":
            return x + self.mix(torch.stack(x.unflatten(-1, (2, half)).unbind(2), 2).flatten(2))
        if self.way == "slice":
            return self.mix(torch.cat([x[..., 1::2], x[..., ::2]], -1))
        if self.way == "permute":
            return self.mix(x.unflatten(-1, (2, half)).permute(0, 1, 3, 2).flatten(2)) + x
        if self.way == "pad":
            return F.pad(self.mix(x), (1, 0))[..., :-1] + x
        return x + self.mix(x.mean(1, keepdim=True)).expand_as(x)


class Twice(nn.Module):
    """One module called twice."""

    def __init__(self, rng, width):
        super().__init__()
        self.one = nn.Linear(width, width)
        self.act = activation(rng)

    def forward(self, x):
        return self.act(self.one(self.act(self.one(x)))) + x


class Adapted(nn.Module):
    """A linear with a low-rank adapter."""

    def __init__(self, rng, width):
        super().__init__()
        self.base = nn.Linear(width, width)
        self.lora_a, self.lora_b = nn.Linear(width, 2, bias=False), nn.Linear(2, width, bias=False)

    def forward(self, x):
        return self.base(x) + self.lora_b(self.lora_a(x)) * 0.5


SEQUENCE = [Feed, Normed, Attention, Recurrent, TimeConv, Picked, Reduced, Arithmetic, Cut, Twice, Adapted]


class Conv(nn.Module):
    def __init__(self, rng, channels):
        super().__init__()
        size = rng.choice([1, 3, 3, 5])
        dilation = rng.choice([1, 1, 2]) if size == 3 else 1
        groups = rng.choice([1, 1, 2, channels])
        self.conv = nn.Conv2d(channels, channels, size, padding=dilation * (size // 2), dilation=dilation, groups=groups, bias=rng.random() < 0.7)
        self.norm = rng.choice([lambda: nn.BatchNorm2d(channels), lambda: nn.GroupNorm(2, channels), nn.Identity])()
        self.act = activation(rng)

    def forward(self, x):
        return self.act(self.norm(self.conv(x)))


class Residual(nn.Module):
    def __init__(self, rng, channels):
        super().__init__()
        self.a, self.b = Conv(rng, channels), Conv(rng, channels)

    def forward(self, x):
        return x + self.b(self.a(x))


class Squeeze(nn.Module):
    def __init__(self, rng, channels):
        super().__init__()
        self.down, self.up = nn.Conv2d(channels, 2, 1), nn.Conv2d(2, channels, 1)

    def forward(self, x):
        return x * torch.sigmoid(self.up(F.relu(self.down(F.adaptive_avg_pool2d(x, 1)))))


class Pool(nn.Module):
    """Down by a pool or a stride, up again."""

    def __init__(self, rng, channels):
        super().__init__()
        self.down = rng.choice([
            lambda: nn.MaxPool2d(2), lambda: nn.AvgPool2d(2), lambda: nn.AvgPool2d(3, 2, 1, count_include_pad=False),
            lambda: nn.Conv2d(channels, channels, 3, 2, 1), lambda: nn.MaxPool2d(3, 2, 1),
        ])()  # fmt: skip
        self.mode = rng.choice(["nearest", "bilinear", "shuffle", "transposed"])
        self.mix = nn.Conv2d(channels, 4 * channels, 1) if self.mode == "shuffle" else None
        self.up = nn.ConvTranspose2d(channels, channels, 2, 2) if self.mode == "transposed" else None

    def forward(self, x):
        y = self.down(x)
        if self.mode == "shuffle":
            return x + F.pixel_shuffle(self.mix(y), 2)
        if self.mode == "transposed":
            return x + self.up(y)
        return x + F.interpolate(y, scale_factor=2, mode=self.mode)


class Shuffle(nn.Module):
    def __init__(self, rng, channels):
        super().__init__()
        self.mode = rng.choice(["reflect", "replicate", "constant"])

    def forward(self, x):
        batch, channels, rows, columns = x.shape
        y = x.view(batch, 2, channels // 2, rows, columns).transpose(1, 2).reshape(x.shape)
        return F.pad(y, (1, 1, 1, 1), mode=self.mode)[:, :, :-2, 2:] + x


IMAGE = [Conv, Conv, Residual, Squeeze, Pool, Shuffle]
