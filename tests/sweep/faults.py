"""Breaks a healthy model in one known way and says what is true.

Each way is a function of the healthy `Export` and a random.Random that writes a folder and returns what is `Broken`, or None where it does not
apply to this model.
"""

import copy
import shutil
from dataclasses import dataclass, field

import lowering
import torch
from executorch.exir.dialects._ops import ops as edge_ops
from executorch.exir.pass_base import ExportPass
from program_edits import change_number, change_operand, change_place


@dataclass
class Export:
    """A healthy export, as it was lowered, run and written to `folder`."""

    model: object
    folder: object
    ready: dict
    executorch: object
    expected: dict  # (method, case) → outputs
    outputs: list  # of the calls

    def calls(self):
        return [(name, self.ready[name].inputs[i]) for name, i in self.model.calls]


@dataclass
class Broken:
    causes: set  # any of them is right
    outputs: list  # of the same calls as the healthy ones
    where: dict = field(default_factory=dict)  # method, instruction, how


def rerun(export, folder, program, calls=None):
    """Runs another program on the calls into the folder; None where the runtime refuses it."""
    calls = calls or export.calls()
    try:
        outputs = lowering.run(program, calls, folder / "run")
    except RuntimeError:
        return None
    if export.model.options["outputs"]:
        lowering.save_outputs(folder, calls, outputs)
    return outputs


def start(export, folder):
    shutil.copytree(export.folder, folder)
    for path in folder.glob("out-*"):
        path.unlink()


def edited(export, folder, rng, change, deployed, causes):
    """deployed: the program of the folder is the edited one; else only the run computed by it: the right program, a wrong kernel."""
    changed = change(export.executorch.buffer, rng)
    if not changed:
        return None
    program, where = changed
    start(export, folder)
    outputs = rerun(export, folder, program)
    if outputs and deployed:
        lowering.save_program(folder, export.model, export.ready, export.expected, program)
    return outputs and Broken(causes, outputs, where)


def argument(export, folder, rng):
    return edited(export, folder, rng, change_number, True, {"constant", "lowering", "layout"})


def operand(export, folder, rng):
    return edited(export, folder, rng, change_operand, True, {"lowering", "constant"})


def place(export, folder, rng):
    return edited(export, folder, rng, change_place, True, {"lowering"})


def kernel(export, folder, rng):
    return edited(export, folder, rng, change_number, False, {"kernel"})


# --- weights ---------------------------------------------------------------------------------------------------------


def weights_of(modules):
    """Floating tensors and integer codes that are worth changing: (module, name, tensor)."""
    for module in modules.values():
        for name, value in module.state_dict().items():
            if value.numel() > 1 and (value.is_floating_point() or value.dtype == torch.int8) and "running" not in name:
                yield name, value


def change_weight(modules, rng):
    """One weight: an element, a row, all of it, or zero. What was done."""
    choices = list(weights_of(modules))
    if not choices:
        return None
    name, value = rng.choice(choices)
    way = rng.choice(["element", "row", "scaled", "zero", "flipped"])
    if not value.is_floating_point():
        way = rng.choice(["row", "flipped"])
    with torch.no_grad():
        if way == "element":
            value.view(-1)[rng.randrange(value.numel())] += 0.5
        elif way == "row":
            value[rng.randrange(len(value))].mul_(-1)
        elif way == "scaled":
            value.mul_(1.05)
        elif way == "zero":
            value.zero_()
        else:
            value.copy_(value.flip(0))
    return f"{name}: {way}"


def change_all(modules, _):
    for _, value in weights_of(modules):
        if value.is_floating_point():
            value.mul_(1 + 0.02 * torch.randn_like(value))
    return "every weight of another training"


def altered(export, rng, change):
    """(program, how) of the same export with other weights; int4 is changed before it is quantised."""
    told = []
    model = export.model
    if model.variant == "int4":
        ready = lowering.prepare(model, lambda modules: told.append(change(modules, rng)))
    else:
        ready = copy.deepcopy(export.ready)
        told.append(change({name: one.module for name, one in ready.items()}, rng))
    if not told[0]:
        return None
    return lowering.export(model, ready).buffer, told[0]


def weighed(export, folder, rng, change, deployed, causes):
    made = altered(export, rng, change)
    if not made:
        return None
    start(export, folder)
    outputs = rerun(export, folder, made[0])
    if outputs and deployed:
        lowering.save_program(folder, export.model, export.ready, export.expected, made[0])
    return outputs and Broken(causes, outputs, {"how": made[1]})


def constant(export, folder, rng):
    return weighed(export, folder, rng, change_weight, True, {"constant"})


def checkpoint(export, folder, rng):
    return weighed(export, folder, rng, change_all, True, {"constant", "export", "unknown"})  # unknown: "not an export of this record"


def computation(export, folder, rng):
    """The right program; what ran computed with another weight: a kernel or a delegate is wrong."""
    return weighed(export, folder, rng, change_weight, False, {"kernel", "delegate"})


# --- lowering --------------------------------------------------------------------------------------------------------

EDGE = edge_ops.edge.aten
REPLACED = {
    EDGE.mul.Tensor: EDGE.add.Tensor,
    EDGE.add.Tensor: EDGE.sub.Tensor,
    EDGE.sub.Tensor: EDGE.add.Tensor,
    EDGE.sigmoid.default: EDGE.tanh.default,
    EDGE.tanh.default: EDGE.sigmoid.default,
    EDGE.relu.default: EDGE.neg.default,
    EDGE.maximum.default: EDGE.minimum.default,
    EDGE.minimum.default: EDGE.maximum.default,
    EDGE._softmax.default: EDGE._log_softmax.default,
    EDGE.sin.default: EDGE.cos.default,
    EDGE.abs.default: EDGE.neg.default,
    EDGE.rsqrt.default: EDGE.sqrt.default,
}


class Replace(ExportPass):
    """A pass with a bug: one operator becomes another."""

    def __init__(self, place):
        super().__init__()
        self.place, self.seen = place, 0

    def call_operator(self, op, args, kwargs, meta):
        if op in REPLACED:
            self.seen += 1
            if self.seen - 1 == self.place:
                op = REPLACED[op]
        return super().call_operator(op, args, kwargs, meta)


def recorded(export, folder, rng):
    """The pass ran before the record was made: its edge graph has the wrong operator, the exported program has the right one."""
    model = export.model
    if not model.options["exported"] or len(export.ready) > 1:
        return None
    executorch = lowering.export(model, copy.deepcopy(export.ready), [Replace(rng.randrange(3))])
    lowering.save(folder, model, executorch, export.ready, export.expected)
    outputs = rerun(export, folder, executorch.buffer)
    return outputs and Broken({"lowering"}, outputs, {"how": "a pass replaced an operator before the record was made"})


def unrecorded(export, folder, rng):
    """The record is of the right graph, the program of the wrong one."""
    executorch = lowering.export(export.model, copy.deepcopy(export.ready), [Replace(rng.randrange(3))])
    start(export, folder)
    outputs = rerun(export, folder, executorch.buffer)
    lowering.save_program(folder, export.model, export.ready, export.expected, executorch.buffer)
    causes = {"lowering", "constant", "export"}
    return outputs and Broken(causes, outputs, {"how": "the program has another operator than the record"})


# --- what is fed, in which order, with which state -------------------------------------------------------------------


def refed(export, folder, calls, causes, how):
    """Without references nothing can tell what a run should have been fed."""
    if export.model.options["references"] == "none":
        return None
    start(export, folder)
    outputs = rerun(export, folder, export.executorch.buffer, calls)
    return outputs and Broken(causes, outputs, {"how": how})


def fed(export, folder, rng):
    """One floating input of every call at another scale, as with a forgotten division."""
    calls = export.calls()
    method = rng.choice([name for name, _ in calls])
    scaled = [(name, tuple(x * 0.5 if name == method and x.is_floating_point() else x for x in inputs)) for name, inputs in calls]
    if all(torch.equal(a, b) for (_, one), (_, other) in zip(calls, scaled) for a, b in zip(one, other)):
        return None
    return refed(export, folder, scaled, {"pairing", "input", "layout"}, "inputs at half their size")


def repeated(export, folder, _):
    """Case 0 was fed in place of every other."""
    model = export.model
    if model.stateful or all(len(one.inputs) == 1 for one in export.ready.values()):
        return None
    calls = [(name, export.ready[name].inputs[0]) for name, _ in model.calls]
    return refed(export, folder, calls, {"pairing", "input"}, "the first case fed every time")


def warm(export, folder, _):
    """A session before this one left its state."""
    if not export.model.stateful:
        return None
    broken = refed(export, folder, export.calls()[:2] + export.calls(), {"state", "pairing"}, "two calls before, no reset")
    if broken:
        broken.outputs = broken.outputs[2:]
    return broken


def missed(export, folder, rng):
    """A step of a session with a state was left out."""
    if not export.model.stateful:
        return None
    calls = export.calls()
    place = rng.randrange(len(calls) - 1)
    broken = refed(export, folder, calls[:place] + calls[place + 1 :], {"state", "pairing"}, f"call {place} was not made")
    if broken:
        broken.outputs.insert(place, export.outputs[place])
    return broken


def reference(export, folder, _):
    """The references are of another training; everything that ran is right."""
    model = export.model
    if model.options["references"] == "none":
        return None
    ready = lowering.prepare(model, lambda modules: change_all(modules, None))
    start(export, folder)
    expected = lowering.references(model, ready)
    executorch = lowering.export(model, copy.deepcopy(export.ready))
    lowering.save(folder, model, executorch, export.ready, expected)
    outputs = rerun(export, folder, executorch.buffer)
    return outputs and Broken({"reference"}, [expected[call] for call in model.calls], {"how": "references of another training"})


FAULTS = [argument, operand, place, kernel, constant, computation, checkpoint, recorded, unrecorded, fed, repeated, warm, missed, reference]


def order(rng, taken):
    """All ways, those first that were taken least often (`taken`: name → times), in a random order among equals."""
    return sorted(FAULTS, key=lambda way: (taken.get(way.__name__, 0), rng.random()))
