"""Changes one call of a program: a number among its arguments, or which value it reads."""

import copy

from executorch.exir._serialize import _deserialize_pte_binary, _serialize_pte_binary
from executorch.exir.schema import Bool, Double, EValue, Int, IntList, KernelCall, Tensor, TensorList

# operator → (argument, what becomes of its number). What no table can say (a shape that would change) is not here.
NUMBERS = {
    "aten::native_layer_norm.out": (4, lambda x: x + 0.2),
    "aten::native_group_norm.out": (7, lambda x: x + 0.2),
    "aten::_native_batch_norm_legit_no_training.out": (6, lambda x: x + 0.2),
    "aten::clamp.out": (2, lambda x: x / 2),
    "aten::hardtanh.out": (2, lambda x: x / 8),
    "aten::leaky_relu.out": (1, lambda x: x + 0.2),
    "aten::elu.out": (1, lambda x: x * 0.7),
    "aten::pow.Tensor_Scalar_out": (1, lambda x: x + 1),
    "aten::mul.Scalar_out": (1, lambda x: x * 2),
    "aten::add.Scalar_out": (1, lambda x: x + 1),
    "aten::add.out": (2, lambda x: x + 1),
    "aten::sub.out": (2, lambda x: x + 1),
    "aten::var.correction_out": (2, lambda x: 0),
    "aten::avg_pool2d.out": (5, lambda x: not x),
    "aten::constant_pad_nd.out": (2, lambda x: x + 1),
    "aten::full_like.out": (1, lambda x: x + 1),
    "aten::slice_copy.Tensor_out": (2, lambda x: x + 1 if x else None),
    "aten::topk.values": (3, lambda x: not x),
    "aten::sort.values": (2, lambda x: not x),
    "aten::_softmax.out": (1, lambda x: x - 1 if x > 1 else None),
    "aten::_log_softmax.out": (1, lambda x: x - 1 if x > 1 else None),
    "aten::cumsum.out": (1, lambda x: x - 1 if x > 0 else x + 1),
    "aten::remainder.Scalar_out": (1, lambda x: x * 2),
    "aten::bitwise_and.Scalar_out": (1, lambda x: x + 4),
    "aten::permute_copy.out": (1, lambda x: [*x[:-2], x[-1], x[-2]]),
    "aten::upsample_bilinear2d.vec_out": (2, lambda x: not x),
}


class Edit:
    """A program taken apart; `bytes()` puts it together."""

    def __init__(self, program):
        self.file = _deserialize_pte_binary(program)

    def bytes(self):
        return bytes(_serialize_pte_binary(copy.deepcopy(self.file), extract_delegate_segments=True))

    def calls(self):
        """(plan, number of the instruction, operator, kernel call) of chain 0 of every method."""
        for plan in self.file.program.execution_plan:
            for number, one in enumerate(plan.chains[0].instructions):
                if isinstance(one.instr_args, KernelCall):
                    operator = plan.operators[one.instr_args.op_index]
                    yield plan, number, operator.name + (f".{operator.overload}" if operator.overload else ""), one.instr_args

    def append(self, plan, value):
        plan.values.append(EValue(value))
        return len(plan.values) - 1


def number_of(plan, value):
    if isinstance(value, IntList):
        return [plan.values[i].val.int_val for i in value.items]
    for kind, name in ((Bool, "bool_val"), (Int, "int_val"), (Double, "double_val")):
        if isinstance(value, kind):
            return getattr(value, name)
    return None


def like(edit, plan, old, number):
    if isinstance(old, IntList):
        return IntList([edit.append(plan, Int(i)) for i in number])
    if isinstance(old, Bool):
        return Bool(bool(number))
    return Double(number) if isinstance(old, Double) or isinstance(number, float) else Int(number)


def results(plan, call):
    """Values that a call gives: its last argument, with the items where that is a list."""
    last = plan.values[call.args[-1]].val
    return {call.args[-1], *(last.items if isinstance(last, TensorList) else [])}


def change_number(program, rng):
    """(program, where) with another argument at one call; None where no call has one."""
    edit = Edit(program)
    choices = [(*one, NUMBERS[one[2]]) for one in edit.calls() if one[2] in NUMBERS]
    rng.shuffle(choices)
    for plan, number, operator, call, (place, change) in choices:
        old = plan.values[call.args[place]].val
        value = number_of(plan, old)
        new = change(value) if value is not None else None
        if new is None or new == value:
            continue
        call.args[place] = edit.append(plan, like(edit, plan, old, new))
        where = {"method": plan.name, "instruction": number, "operator": operator, "how": f"argument {place} is {new} in place of {value}"}
        return edit.bytes(), where
    return None


def change_operand(program, rng):
    """(program, where) with one call that reads another value of the same type and shape; None where there is none."""
    edit = Edit(program)
    choices = list(edit.calls())
    rng.shuffle(choices)
    for plan, number, operator, call in choices:
        for place in rng.sample(range(len(call.args)), min(3, len(call.args))):
            old = plan.values[call.args[place]].val
            made = results(plan, call)
            if not isinstance(old, Tensor) or call.args[place] in made:
                continue
            others = [*plan.inputs, *call.args]
            others += [i for own, n, _, one in edit.calls() if own is plan and number - 4 <= n < number for i in results(plan, one)]
            fit = [
                i for i in others
                if i != call.args[place] and i not in made and isinstance(plan.values[i].val, Tensor)
                and (plan.values[i].val.scalar_type, plan.values[i].val.sizes) == (old.scalar_type, old.sizes)
            ]  # fmt: skip
            if fit:
                call.args[place] = rng.choice(fit)
                where = {"method": plan.name, "instruction": number, "operator": operator, "how": f"argument {place} is another value"}
                return edit.bytes(), where
    return None


def change_place(program, rng):
    """(program, where) with the result of one call planned over the beginning of what it reads; None where no call has one."""
    edit = Edit(program)
    choices = [one for one in edit.calls() if one[2] in ("aten::mean.out", "aten::sum.IntList_out", "aten::softmax.int_out", "aten::mm.out",
                                                         "aten::addmm.out", "aten::permute_copy.out", "aten::var.correction_out")]  # fmt: skip
    rng.shuffle(choices)
    for plan, number, operator, call in choices:
        made = plan.values[call.args[-1]].val
        for place in call.args[:-1]:
            read = plan.values[place].val
            if place == call.args[-1] or not isinstance(read, Tensor) or read.allocation_info is None or made.allocation_info is None:
                continue
            made.allocation_info = copy.deepcopy(read.allocation_info)
            where = {"method": plan.name, "instruction": number, "operator": operator, "how": "its result lies over what it reads"}
            return edit.bytes(), where
    return None
