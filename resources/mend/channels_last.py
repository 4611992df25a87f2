def in_format(program, memory_format):
    """The same program for inputs of four axes that lie in memory that way."""
    inputs, kwargs = program.example_inputs
    return torch.export.export(program.module(), turned(inputs, memory_format), turned(kwargs, memory_format), strict=False)


def turned(values, memory_format):
    def of(value):
        is_picture = isinstance(value, torch.Tensor) and value.dim() == 4
        return value.to(memory_format=memory_format) if is_picture else value

    return pytree.tree_map(of, values)


def turned_inside(program):
    """The same program for row-major inputs: those of four axes are turned channels last by itself."""
    class Inside(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.module = program.module()

        def forward(self, *inputs, **kwargs):
            return self.module(*turned(inputs, torch.channels_last), **turned(kwargs, torch.channels_last))

    inputs, kwargs = program.example_inputs
    inputs, kwargs = turned(inputs, torch.contiguous_format), turned(kwargs, torch.contiguous_format)
    return torch.export.export(Inside(), inputs, kwargs, strict=False)
