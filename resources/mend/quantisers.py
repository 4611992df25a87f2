def quantisers(graph):
    """Nodes that round activations to integers, each with what it rounds and those that undo it."""
    for node in list(graph.nodes):
        if node.op == "call_function" and str(node.target).startswith("quantized_decomposed.quantize_per_tensor"):
            undone = [user for user in node.users if "dequantize_per_tensor" in str(user.target)]
            yield node, node.args[0], undone


def without_rounding(program, weights=True, operators=None):
    """The program's module without the rounding of activations; weights as the real numbers that they stand for. `operators`: of
    what these read and give alone."""
    module = program.module()
    for node, value, undone in quantisers(module.graph):
        for one in undone:
            if operators is None or is_of(value, operators):
                one.replace_all_uses_with(value)
            else:
                one.replace_all_uses_with(value, lambda user: is_of(user, operators))
            if not one.users:
                module.graph.erase_node(one)
        if not node.users:
            module.graph.erase_node(node)
    for node in list(module.graph.nodes) if weights else ():
        stored = node.args[0] if node.op == "call_function" and "dequantize_per" in str(node.target) else None
        if stored is None or stored.op != "get_attr" or (operators is not None and not any(is_of(user, operators) for user in node.users)):
            continue
        name = "real_" + node.name
        inputs = pytree.tree_map(lambda one: attribute(module, one.target) if isinstance(one, torch.fx.Node) else one,
                                 (node.args, dict(node.kwargs)))
        module.register_buffer(name, node.target(*inputs[0], **inputs[1]).detach())
        with module.graph.inserting_before(node):
            node.replace_all_uses_with(module.graph.get_attr(name))
        module.graph.erase_node(node)
    module.graph.eliminate_dead_code()
    module.recompile()
    return module


def is_of(node, operators):
    """Whether the node is one of the operators, as they are called once the program is lowered."""
    name = node.target._schema.name.split("::")[1] if hasattr(node.target, "_schema") else ""
    return any(name == one or name in BEFORE_LOWERING.get(one, ()) for one in operators)


BEFORE_LOWERING = {"convolution": ("conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"),
                   "addmm": ("linear",), "mm": ("linear", "matmul"), "bmm": ("matmul",), "_softmax": ("softmax",),
                   "max_pool2d_with_indices": ("max_pool2d",), "hardtanh": ("relu6",), "view_copy": ("view", "reshape", "flatten"),
                   "permute_copy": ("permute", "transpose"), "mean": ("adaptive_avg_pool2d",)}


def attribute(module, name):
    return functools.reduce(getattr, name.split("."), module)


def again(module, program):
    inputs, kwargs = program.example_inputs
    return torch.export.export(module, inputs, kwargs, strict=False)


def in_float(program, operators=None):
    return again(without_rounding(program, operators=operators), program)
