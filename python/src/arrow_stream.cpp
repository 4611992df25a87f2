// The C data interface over an ArrowTable: every structure that is handed out owns a share of the table, since whoever imports may
// move it elsewhere and release it on its own, on any thread.
#include <array>
#include <cerrno>
#include <utility>

#include "arrow_table.h"

namespace nb = nanobind;

extern "C" {
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};
struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};
struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
    int (*get_next)(ArrowArrayStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};
}

namespace etscope::python {
namespace {

constexpr std::int64_t kNullable = 2;
constexpr const char* kCapsule = "arrow_array_stream";
using Table = std::shared_ptr<const ArrowTable>;

/// What a structure owns: its share of the table, and the lists that its pointers lead to.
template <class Structure>
struct Owned {
    Table table;
    std::array<const void*, 3> buffers{};
    std::vector<Structure> children;
    std::vector<Structure*> pointers;
};

template <class Structure>
void release(Structure* structure) {
    auto* owned = static_cast<Owned<Structure>*>(structure->private_data);
    for (Structure& child : owned->children)
        if (child.release != nullptr) child.release(&child);
    delete owned;
    structure->release = nullptr;
}

/// Gives the structure its children, each made by `make` of a column.
template <class Structure, class Make>
Owned<Structure>* own(Structure& structure, const Table& table, const Make& make) {
    auto owned = std::make_unique<Owned<Structure>>();
    owned->table = table;
    owned->children.resize(table->columns.size());
    owned->pointers.resize(table->columns.size());
    for (std::size_t i = 0; i < table->columns.size(); ++i) {
        owned->pointers[i] = &owned->children[i];
        make(owned->children[i], table->columns[i]);
    }
    structure.n_children = static_cast<std::int64_t>(owned->children.size());
    structure.children = owned->pointers.data();
    structure.release = release<Structure>;
    structure.private_data = owned.get();
    return owned.release();
}

template <class Structure>
Owned<Structure>* ownNothing(Structure& structure, const Table& table) {
    auto* owned = new Owned<Structure>{table, {}, {}, {}};
    structure.release = release<Structure>;
    structure.private_data = owned;
    return owned;
}

void makeSchema(const Table& table, ArrowSchema& out) {
    out = ArrowSchema{"+s", "", nullptr, 0, 0, nullptr, nullptr, nullptr, nullptr};
    own(out, table, [&table](ArrowSchema& child, const ArrowColumn& column) {
        child = ArrowSchema{column.format, column.name.c_str(), nullptr, kNullable, 0, nullptr, nullptr, nullptr, nullptr};
        ownNothing(child, table);
    });
}

void makeColumn(const Table& table, ArrowArray& out, const ArrowColumn& column) {
    const bool texts = *column.format == 'u';
    out = ArrowArray{table->rows, column.nulls, 0, texts ? 3 : 2, 0, nullptr, nullptr, nullptr, nullptr, nullptr};
    auto* owned = ownNothing(out, table);
    const void* values = column.values.empty() ? static_cast<const void*>(column.name.c_str()) : column.values.data();
    owned->buffers = {column.nulls == 0 ? nullptr : column.validity.data(), texts ? column.offsets.data() : values, values};
    out.buffers = owned->buffers.data();
}

void makeArray(const Table& table, ArrowArray& out) {
    out = ArrowArray{table->rows, 0, 0, 1, 0, nullptr, nullptr, nullptr, nullptr, nullptr};
    auto* owned = own(out, table, [&table](ArrowArray& child, const ArrowColumn& column) { makeColumn(table, child, column); });
    out.buffers = owned->buffers.data();
}

struct Stream {
    Table table;
    bool done = false;
};

/// `work`, or what the interface has for memory that cannot be had.
template <class Work>
int guarded(const Work& work) {
    try {
        work();
        return 0;
    } catch (const std::bad_alloc&) {
        return ENOMEM;
    }
}

int getSchema(ArrowArrayStream* stream, ArrowSchema* out) {
    return guarded([&] { makeSchema(static_cast<Stream*>(stream->private_data)->table, *out); });
}

int getNext(ArrowArrayStream* stream, ArrowArray* out) {
    auto* state = static_cast<Stream*>(stream->private_data);
    if (std::exchange(state->done, true)) {
        out->release = nullptr;
        return 0;
    }
    return guarded([&] { makeArray(state->table, *out); });
}

void releaseStream(ArrowArrayStream* stream) {
    delete static_cast<Stream*>(stream->private_data);
    stream->release = nullptr;
}

void closeCapsule(PyObject* capsule) {
    auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, kCapsule));
    if (stream->release != nullptr) stream->release(stream);
    delete stream;
}

}  // namespace

nb::object arrowStream(Table table) {
    auto stream = std::make_unique<ArrowArrayStream>(
        ArrowArrayStream{getSchema, getNext, [](ArrowArrayStream*) -> const char* { return nullptr; }, releaseStream, nullptr});
    stream->private_data = new Stream{std::move(table), false};
    PyObject* capsule = PyCapsule_New(stream.get(), kCapsule, closeCapsule);
    if (capsule == nullptr) {
        releaseStream(stream.get());
        throw nb::python_error();
    }
    stream.release();
    return nb::steal(capsule);
}

}  // namespace etscope::python
