// The tensors of a session under names that stay: their addresses hold when files are added or opened again. Any thread.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "frame/address.h"
#include "inventory/tensor_rows.h"

namespace etscope::ui {

/// "model.etrecord/text_decoder/edge/layers.0.weight", "out-0.npy/case:0/…"; nameless ones by their place in the file ("@0x1040").
/// Equal names are numbered in the session's order ("#2").
class TensorList {
public:
    using Rows = std::shared_ptr<const std::vector<inventory::TensorRow>>;
    TensorList(const session::Session& session, Rows rows);
    const Rows& rows() const noexcept { return m_rows; }
    Address address(std::size_t row) const;
    /// −1: no tensor of the session has that address.
    int row(const Address& address) const;

private:
    Rows m_rows;
    std::vector<QString> m_names;
    std::unordered_map<QString, int> m_places;
};

/// compare::tensors() with names; kept by the session. Errors: `cancelled`.
Result<std::shared_ptr<const TensorList>> tensorList(const session::Session& session, const JobContext& job);

}  // namespace etscope::ui
