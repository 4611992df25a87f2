"""quantised.py CLI: what the command line says of exports that are quantised already, held against torch and numpy: how each weight is held, which of its bits are
not needed, what makes it narrower still does, what it costs against the float original, and what fixed scales clip on the session's cases. A decoder by torchao
and a tower of convolutions by PT2E. Then "N passed, M failed". Exit status 77: torch, torchao or executorch are not here."""

import copy
import sys
import tempfile
from pathlib import Path

from advised import EdgeCompileConfig, advise, decoder, exported, kl, noise, np, outputs, pictures, sentences, to_edge, torch, tower
from executorch.devtools.etrecord import ETRecord
from torchao.quantization import Int8DynamicActivationIntxWeightConfig, IntxWeightOnlyConfig, PerAxis, PerGroup
from torchao.quantization.quant_api import quantize_
from torchao.quantization.quantize_.workflows.intx.intx_unpacked_to_int8_tensor import _apply_int8_act_asym_per_token_quant_dequant as narrow_rows

passed = failed = 0


def check(what, said, right, within=1e-9):
    global passed, failed
    good = abs(said - right) <= within * max(abs(right), 1e-12) if isinstance(right, float) else said == right
    passed, failed = passed + good, failed + (not good)
    if not good:
        print(f"{what}: said {said}, is {right}  FAILED", flush=True)


def w8a4(group):
    return Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_granularity=PerGroup(group), weight_scale_dtype=torch.bfloat16)


def quantised_decoder():
    """`output` is left in float; codes of one weight fit 4 bits; another has a channel of zeros and one with an outlier."""
    model = decoder(2)
    eight, four = {"layers.0.up", "layers.1.down"}, lambda module, name: isinstance(module, torch.nn.Linear) and name != "output"
    model.layers[1].down.weight[3] = 0
    model.layers[1].down.weight[5, 7] = 40 * model.layers[1].down.weight[5].abs().max()
    wide = copy.deepcopy(model)
    quantize_(model, IntxWeightOnlyConfig(weight_dtype=torch.int8, granularity=PerAxis(0)), lambda module, name: name in eight)
    quantize_(model, w8a4(32), lambda module, name: four(module, name) and name not in eight)
    quantize_(model, IntxWeightOnlyConfig(weight_dtype=torch.int8, granularity=PerGroup(32)), lambda module, _: isinstance(module, torch.nn.Embedding))
    coarse = model.layers[0].up.weight
    coarse.qdata.copy_((coarse.qdata.float() / 18).round().to(torch.int8))
    coarse.scale.mul_(18)
    return wide, model


def waste(codes, zeros, bits, group):
    """By numpy: of codes without zero points."""
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    parts = (codes - zeros).reshape(-1, group)
    reach = np.sort(np.abs(parts), axis=1)
    first, second = reach[:, -1], reach[:, -2]
    some = first > 0
    half = some & (2 * first <= -low)
    needed = next(b for b in range(1, bits + 1) if b == bits or (parts.min() >= -(2 ** (b - 1)) and parts.max() <= 2 ** (b - 1) - 1))
    return {"bits": bits, "needed_bits": needed, "codes_used": len(np.unique(codes)), "codes_possible": high - low + 1, "parts": len(parts), "zero_parts": int((~some).sum()),
            "half_used_parts": int(half.sum()), "outlier_parts": int((some & ~half & (first >= 2) & (2 * second <= first)).sum()),
            "spare_bits": float(np.log2(-low / first[some]).mean())}


class Replaced(torch.nn.Module):
    """A linear layer with that weight; its operand rounded row by row where it is so."""

    def __init__(self, weight, bias, rows):
        super().__init__()
        self.weight, self.bias, self.rows = weight, bias, rows

    def forward(self, x):
        return torch.nn.functional.linear(narrow_rows(x) if self.rows else x, self.weight, self.bias)


def replaced(model, name, weight, rows):
    """A copy of the model with another weight in one module."""
    model = copy.deepcopy(model)
    holder, _, last = name.rpartition(".")
    module = model.get_submodule(name)
    if isinstance(module, torch.nn.Embedding):
        module.weight = torch.nn.Parameter(weight, requires_grad=False)
    else:
        setattr(model.get_submodule(holder), last, Replaced(weight, module.bias, rows))
    return model


def narrower(weight, scheme):
    """As torchao gives it back."""
    linear = torch.nn.Linear(weight.shape[1], weight.shape[0], bias=False)
    linear.weight.data = weight.clone()
    kind, _, group = scheme.partition("-")
    if kind == "int8":
        config = IntxWeightOnlyConfig(weight_dtype=torch.int8, granularity=PerAxis(0))
    else:
        config = w8a4(int(group)) if kind == "8da4w" else IntxWeightOnlyConfig(weight_dtype=torch.int4, granularity=PerGroup(int(group)))
    quantize_(linear, config)
    return linear.weight.dequantize()


def kept(folder, model, cases):
    """A record without a program: what torchao leaves in the graph needs a delegate to become one."""
    folder.mkdir()
    program = exported(model, cases[0])
    edge = to_edge(program, compile_config=EdgeCompileConfig(_check_ir_validity=False))
    record = ETRecord(_debug_handle_map={0: 0}, _delegate_map={})
    record.add_exported_program(program)
    record.add_edge_dialect_program(edge)
    record.save(str(folder / "model.etrecord"))
    for i, case in enumerate(cases):
        np.save(folder / f"in-forward-{i}-0.npy", case.numpy())
    return str(folder)


def try_decoder(cli, folder):
    wide, model = quantised_decoder()
    cases = sentences(4)
    narrow, original = kept(folder / "decoder", model, cases), kept(folder / "original", wide, cases)
    right, today = outputs(wide, cases), outputs(model, cases)
    answer = advise(cli, narrow, "--sets", "4")
    held = {row["name"].removesuffix(".weight"): row for row in answer["today"]["weights"]}
    modules = {name: module for name, module in model.named_modules() if hasattr(getattr(module, "weight", None), "qdata")}
    check("weights that are held narrow", sorted(held), sorted(modules))
    for name, module in modules.items():
        tensor = module.weight
        bits, group = (8 if tensor.target_dtype == torch.int8 else 4), tensor.block_size[1]
        right_waste = waste(tensor.qdata.numpy().astype(int), 0, bits, group)
        for key, value in right_waste.items():
            check(f"{name} {key}", held[name]["waste"][key], value)
        check(f"{name} bytes", held[name]["bytes"], tensor.qdata.numel() * bits // 8 + tensor.scale.numel() * tensor.scale.element_size())
    check("scheme", held["layers.0.wq"]["scheme"], "8da4w-32")
    check("4 bits are enough", held["layers.0.up"]["waste"]["needed_bits"], 4)
    check("clipped weights", answer["today"]["activations"], [])
    for row in answer["rows"]:
        for cell in row["schemes"]:
            name, scheme = row["name"], cell["scheme"]
            if name not in modules or scheme == "today":
                check(f"{name} as it is", cell["effect"]["cost"] if scheme in ("today", "float") else 0, 0)
                continue
            if scheme == "same4":
                check(f"{name}: the same codes in 4 bits", (cell["effect"]["cost"], row["bytes"] - cell["bytes"]), (0, modules[name].weight.qdata.numel() // 2))
                continue
            plain = modules[name].weight.dequantize()
            other = replaced(model, name, narrower(plain, scheme), held[name]["text"].startswith("8da"))
            check(f"{name} as {scheme}", cell["effect"]["cost"], kl(today, outputs(other, cases)), 1e-2)
    schemes = {row["name"]: [cell["scheme"] for cell in row["schemes"]] for row in answer["rows"]}
    check("schemes of what is narrow", schemes["layers.0.up"], ["today", "same4", "int4-32"])
    check("left in float", [remark for remark in answer["today"]["remarks"] if remark.startswith("output is left in")] != [], True)
    check("no recipe", answer["recipe"], None)

    answer = advise(cli, narrow, "--against", original, "--sets", "4")
    check("the export as a whole", answer["today"]["effect"]["cost"], kl(right, today), 1e-3)
    for row in answer["today"]["weights"]:
        name = row["name"].removesuffix(".weight")
        other = replaced(wide, name, modules[name].weight.dequantize(), row["text"].startswith("8da"))
        cost = kl(right, outputs(other, cases))
        check(f"{name} costs now", row["effect"]["cost"], cost, 1e-2)
    check("bytes of all", answer["bytes"], sum(parameter.numel() * 4 for name, parameter in wide.named_parameters() if parameter.dim() > 1))
    by_case = [kl(outputs(wide, [case]), outputs(model, [case])) for case in cases]
    worst = answer["today"]["effect"]["worst_case"]
    check("the worst case", worst["case"], int(np.argmax(by_case)))
    check("its cost", worst["cost"], max(by_case), 1e-3)


def quantised_tower(cases):
    from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import XNNPACKQuantizer, get_symmetric_quantization_config
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

    with torch.no_grad():
        graph = prepare_pt2e(exported(tower(), cases[0]).module(), XNNPACKQuantizer().set_global(get_symmetric_quantization_config(is_per_channel=True)))
        for case in cases:
            graph(case)
        return convert_pt2e(graph)


def fixed_scales(graph, cases):
    """What comes into each quantiser of an activation, node by node."""
    seen = {}

    class Watch(torch.fx.Interpreter):
        def call_function(self, target, args, kwargs):
            given = super().call_function(target, args, kwargs)
            if "quantized_decomposed.quantize_per_tensor" in str(target):
                seen.setdefault(self.current, []).append((args, given))
            return given

        def run_node(self, node):
            self.current = node.name
            return super().run_node(node)

    for case in cases:
        Watch(graph).run(case)
    return seen


def try_tower(cli, folder):
    cases = pictures(4)
    model = quantised_tower(cases[:1])
    narrow, original = kept(folder / "tower", model, cases), kept(folder / "wide", tower(), cases)
    program = exported(model, cases[0])
    seen = fixed_scales(program.module(), cases)
    answer = advise(cli, narrow, "--sets", "2")
    said = answer["today"]["activations"]
    check("fixed scales", len(said), len(seen))
    for row, calls in zip(said, seen.values()):
        _, scale, zero, least, most, _ = calls[0][0]
        values = np.concatenate([args[0].numpy().ravel() for args, _ in calls])
        codes = np.round(values * np.float32(1 / scale)) + zero
        name = row["node"]
        check(f"{name} elements", row["elements"], values.size)
        check(f"{name} clipped", row["clipped"], int(((codes < least) | (codes > most)).sum()))
        # Sums in another order put a value that lies between two codes on the other one, here and there.
        used = len(np.unique(np.concatenate([given.numpy().ravel() for _, given in calls])))
        check(f"{name} codes", abs(row["codes_used"] - used) <= 4, True)
        check(f"{name} least", row["least"], float(values.min()), 5e-3)
        check(f"{name} most", row["most"], float(values.max()), 5e-3)
        check(f"{name} ends", (row["least_end"], row["most_end"]), ((least - zero) * scale, (most - zero) * scale))
    check("something clips", sum(row["clipped"] for row in said) > 0, True)
    check("a remark of it", any(" clips " in remark for remark in answer["today"]["remarks"]), True)
    right = outputs(tower(), cases)
    answer = advise(cli, narrow, "--against", original, "--sets", "2")
    check("the export as a whole", answer["today"]["effect"]["cost"], noise(right, outputs(model, cases)), 0.05)
    constants = dict(program.state_dict)
    norms = {"stem.0": "stem.1", "depth.0": "depth.1", "point.0": "point.1"}
    check("all are joined", all(row["effect"] for row in answer["today"]["weights"]), True)
    for row in answer["today"]["weights"]:
        number, own = row["name"].removeprefix("_frozen_param"), tower()
        module = own.get_submodule(row["module"])
        scales = constants[f"_scale_{number}"].reshape(-1, *[1] * (module.weight.dim() - 1))
        weight = constants[row["name"]].float() * scales
        if row["module"] in norms:
            norm = own.get_submodule(norms[row["module"]])
            weight = weight / (norm.weight / (norm.running_var + norm.eps).sqrt()).reshape(-1, 1, 1, 1)
        module.weight.copy_(weight)
        check(f"{row['module']} costs now", row["effect"]["cost"], noise(right, outputs(own, cases)), 1e-2)


def main():
    torch.set_num_threads(1)
    folder = Path(tempfile.mkdtemp())
    try_decoder(sys.argv[1], folder)
    try_tower(sys.argv[1], folder)
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
