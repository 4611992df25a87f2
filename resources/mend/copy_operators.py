class CopyOperators(ExportPass):
    """Copies what operators give, so that it lies in memory of its own."""

    def __init__(self, operators):
        super().__init__()
        self.operators = operators

    def call_operator(self, op, args, kwargs, meta):
        result = super().call_operator(op, args, kwargs, meta)
        return converted(self, result, None, meta) if op in self.operators and isinstance(result.data, torch.Tensor) else result
