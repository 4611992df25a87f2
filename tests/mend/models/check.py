"""Runs model.pte and holds it against what PyTorch computed: exit 0 where it is as near as `near.txt` asks for."""
import pathlib
import sys

import numpy
import torch
from executorch.extension.pybindings.portable_lib import _load_for_executorch_from_buffer

HERE = pathlib.Path(__file__).resolve().parent
program = (HERE / "model.pte").read_bytes()  # which has to stay
module = _load_for_executorch_from_buffer(program)
got = module.forward([torch.from_numpy(numpy.load(HERE / "in-forward-0-0.npy"))])[0].numpy()
wanted = numpy.load(HERE / "ref-forward-0-0.npy")
off = float(numpy.abs(got - wanted).max() / numpy.abs(wanted).max())
print("off by", off)
sys.exit(0 if off <= float((HERE / "near.txt").read_text()) else 1)
