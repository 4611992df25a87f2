"""What remedies of fields of floats are tried on: a picture through a folded norm, sums, products, an activation."""
import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.linear = torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.Linear(16, 5)
        self.norm.running_mean.copy_(torch.linspace(-1, 1, 4))
        self.norm.running_var.copy_(torch.linspace(0.5, 2, 4))
        self.register_buffer("count", torch.zeros(1))

    def forward(self, x):
        y = torch.relu(self.norm(self.conv(x))).reshape(1, 4, 16)
        self.count.add_(1)
        return torch.nn.functional.gelu(self.linear(y), approximate="tanh") + torch.nn.functional.gelu(y.sum(2, keepdim=True)) * self.count


def inputs():
    torch.manual_seed(1)
    return (torch.randn(1, 3, 6, 6),)


def partitioners(method):
    return [XnnpackPartitioner()]
