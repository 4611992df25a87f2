def kept_out(*args, **kwargs):
    raise AssertionError("a name that no partitioner knows")


class KeepOut(Partitioner):
    """Another partitioner that does not see some nodes: they stay outside its delegates. `like`: names of nodes, for all that have
    their operator and its arguments, as far as these are no values; `beside`: with the operators that they read and that read them."""

    def __init__(self, inner, operators=(), nodes=(), like=(), beside=False):
        super().__init__()
        self.inner, self.operators, self.nodes, self.like, self.beside = inner, set(operators), set(nodes), set(like), beside

    def ops_to_not_decompose(self, program):
        """Operators that stay outside are decomposed as usual: not every one of them has a kernel."""
        kept, wanted = self.inner.ops_to_not_decompose(program)
        out = {op._op for op in self.operators} | {node.target._op for node in self.meant(program) if hasattr(node.target, "_op")}
        return [op for op in kept if op not in out], wanted

    def meant(self, program):
        calls = [node for module in program.graph_module.modules() for node in getattr(module, "graph", torch.fx.Graph()).nodes
                 if node.op == "call_function" and hasattr(node.target, "_op")]
        kinds = [kind_of(node) for node in calls if node.name in self.like]
        meant = {node for node in calls if node.target in self.operators or node.name in self.nodes or kind_of(node) in kinds}
        near = [other for node in meant for other in (*node.all_input_nodes, *node.users)] if self.beside else []
        return meant | {node for node in near if node in calls}

    def partition(self, program):
        hidden = {}
        for node in self.meant(program):
            hidden[node], node.target = node.target, kept_out
        try:
            return self.inner.partition(program)
        finally:
            for node, target in hidden.items():
                node.target = target


def kind_of(node):
    """An operator with its arguments, as far as these are no values."""
    return node.target, torch.fx.node.map_arg((node.args, node.kwargs), lambda _: None)
