// The tensors of a session under names that stay: their addresses hold when files are added or opened again. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/text_hash.h"
#include "inventory/tensor_rows.h"
#include "session/entity.h"

namespace etscope::compare {

/// "model.etrecord/text_decoder/edge/layers.0.weight", "out-0.npy/case:0/…"; nameless ones by their place in the file ("@0x1040").
/// Equal names are numbered in the session's order ("#2").
class TensorList {
public:
    using Rows = std::shared_ptr<const std::vector<inventory::TensorRow>>;
    TensorList(const session::Session& session, Rows rows);
    const Rows& rows() const noexcept { return m_rows; }
    session::Entity entity(std::size_t row) const;
    /// The row of a tensor's entity; nothing: no tensor of the session has that address.
    std::optional<std::size_t> row(const session::Entity& entity) const;
    /// The first weight of that name, of a record before all others; nothing: there is none.
    std::optional<session::Entity> weight(std::string_view name) const;

private:
    Rows m_rows;
    std::vector<std::string> m_names;
    TextMap<std::size_t> m_places;
};

/// compare::tensors() with names; kept by the session. Errors: `cancelled`.
Result<std::shared_ptr<const TensorList>> tensorList(const session::Session& session, const JobContext& job);

}  // namespace etscope::compare
