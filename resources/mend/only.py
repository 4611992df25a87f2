class Only(Partitioner):
    """Another partitioner that sees some operators alone."""

    def __init__(self, inner, operators):
        super().__init__()
        self.inner, self.operators = inner, set(operators)

    def ops_to_not_decompose(self, program):
        kept, wanted = self.inner.ops_to_not_decompose(program)
        return [op for op in kept if op in {one._op for one in self.operators}], wanted

    def partition(self, program):
        hidden = {}
        for node in program.graph.nodes:
            if node.op == "call_function" and node.target is not operator.getitem and node.target not in self.operators:
                hidden[node], node.target = node.target, kept_out
        try:
            return self.inner.partition(program)
        finally:
            for node, target in hidden.items():
                node.target = target
