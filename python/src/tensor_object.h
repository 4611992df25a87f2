// A tensor of a session as an object of Python: what the file says of it, and its bytes in place or copied.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/job_context.h"
#include "inventory/tensor_rows.h"
#include "mapping.h"

namespace etscope::python {

/// Bytes that Python reads through its buffer protocol.
struct Bytes {
    HeldBytes held;
    bool writable = false;  ///< nobody else has them
};

class TensorObject {
public:
    TensorObject(inventory::TensorRow row, std::shared_ptr<const session::Session> session, std::shared_ptr<Mappings> mappings)
        : m_row(std::move(row)), m_session(std::move(session)), m_mappings(std::move(mappings)) {}

    const inventory::TensorRow& row() const noexcept { return m_row; }
    const tensor::Tensor& tensor() const noexcept { return m_row.tensor; }
    const session::Session& session() const noexcept { return *m_session; }

    /// Whether storage() has the elements as they are to be read.
    bool inPlace() const noexcept;
    /// Its storage, where it lies. Errors: those of Tensor::validate and Mappings::view.
    Result<Bytes> storage() const;
    /// Its elements row-major, in native byte order, one item a value. Errors: `cancelled`, those of ElementReader;
    /// `limit-exceeded` for a tensor that repeats a few elements beyond the memory of a computed graph.
    Result<Bytes> copied(const JobContext& job) const;

private:
    inventory::TensorRow m_row;
    std::shared_ptr<const session::Session> m_session;
    std::shared_ptr<Mappings> m_mappings;
};

}  // namespace etscope::python
