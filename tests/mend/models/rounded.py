"""What remedies of rounding are tried on: a picture through a convolution and a linear layer, both in int8."""
import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import XNNPACKQuantizer, get_symmetric_quantization_config
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e


class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.linear = torch.nn.Conv2d(3, 4, 3), torch.nn.Linear(16, 5)

    def forward(self, x):
        return self.linear(torch.relu(self.conv(x)).reshape(1, 4, 16))


def inputs():
    torch.manual_seed(1)
    return (torch.randn(1, 3, 6, 6),)


def Model():
    torch.manual_seed(0)
    module = torch.export.export(Layers().eval(), inputs()).module()
    module = prepare_pt2e(module, XNNPACKQuantizer().set_global(get_symmetric_quantization_config(is_per_channel=True)))
    module(*inputs())
    module = convert_pt2e(module)
    module.eval = lambda: module
    return module


def partitioners(method):
    return [XnnpackPartitioner()]
