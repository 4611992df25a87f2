"""budgets.py CLI [LAYERS]: sets for three budgets of a decoder of 12 layers against the best of all 4096 sets of layers, each computed with torchao's own
arithmetic: with every weight of a layer open, and with one of each layer. Goal: the set that is chosen costs at most 2 % more than the best. Then "N passed,
M failed"."""

import sys
import tempfile
from pathlib import Path

from advised import advise, decoder, keep_session, sentences, torch
from torchao.quantization import Int8DynamicActivationIntxWeightConfig, PerGroup
from torchao.quantization.quant_api import quantize_
from torchao.quantization.quantize_.workflows.intx.intx_unpacked_to_int8_tensor import _apply_int8_act_asym_per_token_quant_dequant as narrow_rows

SCHEME = "8da4w-32"
GOAL = 1.02


class Narrow(torch.nn.Module):
    """A linear layer with the weight that torchao gives back, and its rounding of rows."""

    def __init__(self, linear):
        super().__init__()
        bias = linear.bias
        quantize_(linear, Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_granularity=PerGroup(32), weight_scale_dtype=torch.bfloat16))
        self.weight, self.bias = linear.weight.dequantize(), bias

    def forward(self, x):
        return torch.nn.functional.linear(narrow_rows(x), self.weight, self.bias)


def narrowed(layer, names):
    for name in names:
        setattr(layer, name, Narrow(getattr(layer, name)))
    return layer


def every(layers, names, cases):
    """Cost of every set: bit i is whether layer i is narrow. What the first layers give is computed once."""
    wide, narrow = decoder(layers, uneven=True), decoder(layers, uneven=True)
    for layer in narrow.layers:
        narrowed(layer, names)
    ids = torch.cat(cases)
    log = lambda rows: rows.double().log_softmax(-1)
    right = log(wide(ids))
    costs = [0.0] * (1 << layers)

    def follow(i, x, chosen):
        if i == layers:
            given = log(wide.output(wide.norm(x)))
            costs[chosen] = float((right.exp() * (right - given)).sum(-1).mean())
            return
        follow(i + 1, wide.layers[i](x, wide.mask), chosen)
        follow(i + 1, narrow.layers[i](x, narrow.mask), chosen | 1 << i)

    follow(0, wide.embed(ids), 0)
    return costs


def main():
    cli, layers = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 12
    torch.set_num_threads(1)
    folder = Path(tempfile.mkdtemp())
    cases = sentences(4)
    keep_session(folder, decoder(layers, uneven=True), cases)
    passed = failed = 0
    for names in (["wq", "wk", "wv", "wo", "up", "down"], ["down"]):
        with torch.no_grad():
            costs = every(layers, names, cases)
        keep = ["--keep=float:embed", "--keep=float:output"] + [f"--keep=float:layers.*.{name}" for name in ("wq", "wk", "wv", "wo", "up", "down") if name not in names]
        rows = advise(cli, folder, "--schemes", SCHEME, "--sets", "1", "--cases", "1", *keep)["rows"]
        saved = [0] * layers
        whole = sum(row["bytes"] for row in rows)
        for row in rows:
            part = row["name"].split(".")
            if part[0] == "layers" and part[2] in names:
                saved[int(part[1])] += row["bytes"] - next(cell["bytes"] for cell in row["schemes"] if cell["scheme"] == SCHEME)
        for share in (0.3, 0.5, 0.7):
            budget = whole - int((1 - share) * sum(saved))
            best = min(cost for chosen, cost in enumerate(costs) if whole - sum(own for i, own in enumerate(saved) if chosen >> i & 1) <= budget)
            answer = advise(cli, folder, "--schemes", SCHEME, "--budget", str(budget), *keep)
            found = answer["sets"][answer["chosen"]]["effect"]["kl"]
            good = found <= GOAL * best
            passed, failed = passed + good, failed + (not good)
            print(f"{len(names)} weights of a layer, {budget} bytes of {whole}: KL {found:.6g}, best of {len(costs)} sets of layers {best:.6g}, "
                  f"{100 * (found / best - 1):+.2f} %, {len(answer['sets'])} sets evaluated{'' if good else '  FAILED'}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
