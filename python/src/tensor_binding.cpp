// Tensors as Python sees them; etscope/_tensors.py makes NumPy arrays of their bytes.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "job.h"
#include "tensor_object.h"
#include "text.h"

namespace nb = nanobind;

namespace etscope::python {
namespace {

int getBuffer(PyObject* self, Py_buffer* view, int flags) {
    const Bytes& bytes = *nb::inst_ptr<Bytes>(self);
    const auto span = bytes.held.bytes;
    return PyBuffer_FillInfo(view, self, const_cast<std::byte*>(span.data()), static_cast<Py_ssize_t>(span.size()),
                             bytes.writable ? 0 : 1, flags);
}

PyType_Slot kBytesSlots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(getBuffer)}, {0, nullptr}};

/// A text of the row; None where it has none.
template <std::string inventory::TensorRow::*member>
nb::object text(const TensorObject& tensor) {
    const std::string& value = tensor.row().*member;
    return value.empty() ? nb::none() : textOf(value);
}

template <std::optional<std::int64_t> inventory::TensorRow::*member>
std::optional<std::int64_t> number(const TensorObject& tensor) {
    return tensor.row().*member;
}

Bytes storage(const TensorObject& tensor) { return valueOrThrow(tensor.storage()); }

Bytes copied(const TensorObject& tensor, const nb::object& progress) {
    return runJob(progress, [&](const JobContext& job) { return tensor.copied(job); });
}

nb::object file(const TensorObject& tensor) { return textOf(tensor.session().files()[tensor.row().file].path); }

}  // namespace

void addTensor(nb::module_& module) {
    using Row = inventory::TensorRow;
    nb::class_<Bytes>(module, "Bytes", nb::type_slots(kBytesSlots), "Bytes of a file or of memory, for reading (buffer protocol).")
        .def("__len__", [](const Bytes& bytes) { return bytes.held.bytes.size(); });
    nb::class_<TensorObject>(module, "Tensor", "What a file says of a tensor.")
        .def_prop_ro(
            "name", [](const TensorObject& t) { return textOf(t.row().name); }, nb::sig("def name(self) -> str"))
        .def_prop_ro("role", [](const TensorObject& t) { return std::string(tensorRoleName(t.row().role)); })
        .def_prop_ro("method", text<&Row::method>, nb::sig("def method(self) -> str | None"))
        .def_prop_ro("stage", text<&Row::stage>, nb::sig("def stage(self) -> str | None"))
        .def_prop_ro("case", number<&Row::caseIndex>)
        .def_prop_ro("index", number<&Row::index>)
        .def_prop_ro("run", number<&Row::run>)
        .def_prop_ro("file", file, nb::sig("def file(self) -> str"))
        .def_prop_ro("value_type", [](const TensorObject& t) { return scalarTypeName(t.tensor().type); })
        .def_prop_ro("shape", [](const TensorObject& t) { return t.tensor().shape; })
        .def_prop_ro("strides", [](const TensorObject& t) { return t.tensor().effectiveStrides(); })
        .def_prop_ro("storage_offset", [](const TensorObject& t) { return t.tensor().storageOffset; })
        .def_prop_ro("item_size", [](const TensorObject& t) { return itemSize(t.tensor().type); })
        .def_prop_ro("bytes", [](const TensorObject& t) { return t.tensor().byteCount(); })
        .def_prop_ro("data_offset", [](const TensorObject& t) { return t.tensor().dataOffset(); })
        .def_prop_ro("big_endian", [](const TensorObject& t) { return t.tensor().bigEndian; })
        .def_prop_ro("in_place", &TensorObject::inPlace)
        .def_prop_ro(
            "note", [](const TensorObject& t) { return textOf(t.tensor().note); }, nb::sig("def note(self) -> str"))
        .def("storage", storage, "Its storage, where it lies.")
        .def("copied", copied, nb::arg("progress").none(), "Its elements, copied.");
}

}  // namespace etscope::python
