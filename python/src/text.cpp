#include "text.h"

namespace nb = nanobind;

namespace etscope::python {
namespace {

nb::object checked(PyObject* object) {
    if (object == nullptr) throw nb::python_error();
    return nb::steal(object);
}

nb::object dictOf(const report::Json& value) {
    nb::object dict = checked(PyDict_New());
    for (const auto& [key, member] : value.items())
        if (PyDict_SetItem(dict.ptr(), textOf(key).ptr(), objectOf(member).ptr()) != 0) throw nb::python_error();
    return dict;
}

nb::object arrayOf(const report::Json& value) {
    nb::list list;
    for (const report::Json& item : value) list.append(objectOf(item));
    return list;
}

}  // namespace

nb::object textOf(std::string_view text) {
    return checked(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
}

std::string bytesOf(nb::handle text) {
    // Bytes of names of files that are no UTF-8 are surrogates; others are no text that a file can have.
    const nb::object bytes =
        PyBytes_Check(text.ptr()) ? nb::borrow(text) : checked(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) != 0) throw nb::python_error();
    return {data, static_cast<std::size_t>(size)};
}

std::vector<std::string> listOf(nb::handle texts) {
    std::vector<std::string> list;
    for (const nb::handle text : texts) list.push_back(bytesOf(text));
    return list;
}

nb::object objectOf(const report::Json& value) {
    using Type = report::Json::value_t;
    switch (value.type()) {
        case Type::object: return dictOf(value);
        case Type::array: return arrayOf(value);
        case Type::string: return textOf(value.get_ref<const std::string&>());
        case Type::boolean: return nb::bool_(value.get<bool>());
        case Type::number_unsigned: return checked(PyLong_FromUnsignedLongLong(value.get<std::uint64_t>()));
        case Type::number_integer: return checked(PyLong_FromLongLong(value.get<std::int64_t>()));
        case Type::number_float: return checked(PyFloat_FromDouble(value.get<double>()));
        default: return nb::none();
    }
}

}  // namespace etscope::python
