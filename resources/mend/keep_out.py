def kept_out(*args, **kwargs):
    raise AssertionError("a name that no partitioner knows")


class KeepOut(Partitioner):
    """Another partitioner that does not see some nodes: they stay outside its delegates."""

    def __init__(self, inner, operators=(), nodes=()):
        super().__init__()
        self.inner, self.operators, self.nodes = inner, set(operators), set(nodes)

    def ops_to_not_decompose(self, program):
        """Operators that stay outside are decomposed as usual: not every one of them has a kernel."""
        kept, wanted = self.inner.ops_to_not_decompose(program)
        out = {op._op for op in self.operators} | {op._op for op in self.operators_of(program)}
        return [op for op in kept if op not in out], wanted

    def operators_of(self, program):
        return [node.target for node in program.graph.nodes if node.name in self.nodes and hasattr(node.target, "_op")]

    def partition(self, program):
        hidden = {}
        for module in program.graph_module.modules():
            for node in getattr(module, "graph", torch.fx.Graph()).nodes:
                if node.op == "call_function" and (node.target in self.operators or node.name in self.nodes):
                    hidden[node], node.target = node.target, kept_out
        try:
            return self.inner.partition(program)
        finally:
            for node, target in hidden.items():
                node.target = target
