class WithoutPasses(XnnpackPartitioner):
    """XNNPACK's partitioner: its delegates are made without some of XNNPACK's own passes."""

    def __init__(self, names, **options):
        super().__init__(**options)
        left_out = CompileSpec("left_out", ",".join(names).encode())
        self.delegation_spec = DelegationSpec(self.delegation_spec.backend_id, [*self.delegation_spec.compile_specs, left_out])


def preprocess(program, specs):
    names = {name for spec in specs if spec.key == "left_out" for name in bytes(spec.value).decode().split(",")}
    whole = xnnpack_preprocess.XNNPACKPassManager

    class Manager(whole):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            self.passes = [one for one in self.passes if one.__name__ not in names]

    xnnpack_preprocess.XNNPACKPassManager = Manager
    try:
        return XnnpackBackend.of_all_passes(program, [spec for spec in specs if spec.key != "left_out"])
    finally:
        xnnpack_preprocess.XNNPACKPassManager = whole


if not hasattr(XnnpackBackend, "of_all_passes"):
    XnnpackBackend.of_all_passes = staticmethod(XnnpackBackend.preprocess)
XnnpackBackend.preprocess = staticmethod(preprocess)
