// The weight chain: every stored weight of program, external data and delegates, and which tensor of the record it is. Reads all of
// them whole, once, by content hash; any thread. Rules: docs/FORMATS.md "Weights of a session".
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "graph/stage_id.h"
#include "inventory/tensor_rows.h"
#include "session/session.h"

namespace etscope::join {

/// What says that a stored weight is a tensor of the record; the strongest first.
enum class SameBy : std::uint8_t {
    Bytes,    ///< byte for byte
    Moved,    ///< byte for byte with the axes in another order
    Packed,   ///< its small integers, several to a byte
    Rounded,  ///< every element, rounded to a shorter floating type
    Key,      ///< stored under the tensor's name, with other contents
    Operator  ///< the argument of the operator that a delegate's was made for, with other contents: folded, fused, quantised
};
/// "bytes", "transposed", "packed", "rounded", "key", "operator": the words of the command line.
std::string_view sameByName(SameBy by) noexcept;

/// Where a weight is used.
enum class WeightHolder : std::uint8_t { Constant, InitialValue, NamedData, External, Delegate };
/// "constant", "initial_value", "named_data", "external", "delegate_value".
std::string_view weightHolderName(WeightHolder holder) noexcept;

struct WeightUse {
    WeightHolder holder = WeightHolder::Constant;
    std::string method;                    ///< empty: a key that belongs to no method
    std::optional<std::int64_t> delegate;  ///< of the method's plan
    std::string name;                      ///< of the constant, key, or id of the delegate's value; may be empty
    bool qualified = false;                ///< the name is that in the model, not that of a delegate's value
};

/// Where a file has a tensor: the same for all names and views of it.
using TensorPlace = std::tuple<const Source*, std::uint64_t, std::int64_t>;
inline TensorPlace placeOf(const tensor::Tensor& tensor) {
    return {tensor.storage.source.get(), tensor.storage.offset, tensor.storageOffset};
}

/// Tensors of the record that a stored weight is.
struct RecordName {
    SameBy by = SameBy::Bytes;
    std::vector<std::size_t> axes;   ///< Moved: axis i of the stored weight is axis axes[i] of the record's tensor
    std::vector<std::string> names;  ///< qualified, each once, in the record's order; several: their contents are equal
    std::set<TensorPlace> places{};  ///< of the record's tensors with these contents; none: nothing but the name tells

    /// Whether the contents are those of that tensor: another method may have one of its name.
    bool holds(const tensor::Tensor& recorded) const { return places.contains(placeOf(recorded)); }
};

/// What a delegate's weight is to the operator that it was made for.
struct WeightOperator {
    std::string stage, node;  ///< "exported", "conv2d": of the operator
    std::string argument;     ///< "weight", "bias", else the backend's own word
    std::string module;       ///< around the operator: "stem.0"; may be empty
    std::string name;         ///< of the tensor that the operator takes there; empty: none, the backend made it of others
    bool alone = false;       ///< nothing else can be taken there, and no normalisation follows that backends fold into it
    graph::NodeRef norm{};    ///< a batch norm that alone takes what the operator gives; invalid: none

    /// "stem.0.weight", "bias of stem.0", "bias of conv2d".
    std::string text() const;
    bool operator==(const WeightOperator&) const = default;
};

/// One place of a file that holds a weight.
struct StoredWeight {
    unsigned file = 0;
    tensor::Tensor tensor;  ///< type U8 and one axis where nobody tells the type (`typed`)
    bool typed = false;
    unsigned packedBits = 0;  ///< of an integer, several of which share a byte; 0: not packed, or nobody tells
    std::vector<WeightUse> uses;
    bool unread = false;                       ///< type, shape or bytes are not known, or they cannot be read
    bool quantised = false;                    ///< a delegate holds it as integers with scales
    bool folded = false;                       ///< the tensor that its operator takes, with the batch norm behind that folded in
    bool uniform = false;                      ///< one value throughout: equal contents say little
    std::shared_ptr<const RecordName> record;  ///< shared by weights of equal contents; null: no tensor of the record
    /// Of quantised ones, those without `record`, and constants whose name tells no module, as far as they can be joined.
    std::vector<WeightOperator> operators;
    const inventory::TensorRow* wanted =
        nullptr;  ///< the tensor that its operator takes in the record, where its contents are others

    /// As people read it: "layers.0.weight", "a.bias or b.bias", "_frozen_param0 (weight of stem.0)"; empty: nothing is known.
    std::string nameInRecord() const;
    bool usedAs(WeightHolder holder) const noexcept;
    /// Nothing but delegates holds it: no plan, no external file.
    bool inside() const noexcept;
};

class WeightMap {
public:
    explicit WeightMap(std::vector<StoredWeight> weights);

    const std::vector<StoredWeight>& weights() const& noexcept { return m_weights; }
    const std::vector<StoredWeight>& weights() const&& = delete;
    /// The weight that begins at that place of a file, or nullptr.
    const StoredWeight* at(const ByteRange& bytes) const noexcept;
    /// Weights that are a tensor of the record of that name, `most` of them: of zeros, every layer's are.
    std::vector<const StoredWeight*> of(std::string_view name, std::size_t most) const;
    /// Those that are that tensor, by its contents or at an operator of its method.
    std::vector<const StoredWeight*> of(const inventory::TensorRow& row, std::size_t most) const;
    /// Whether contents or keys say of a weight that it is that tensor.
    bool has(std::string_view name) const noexcept;

private:
    template <class Fits>
    std::vector<const StoredWeight*> named(std::string_view name, std::size_t most, const Fits& fits) const;

    using Place = std::pair<const Source*, std::uint64_t>;
    std::vector<StoredWeight> m_weights;
    std::map<Place, std::size_t> m_places;
    std::multimap<std::string_view, const RecordName*> m_names;
    std::map<const RecordName*, std::vector<std::size_t>> m_weightsOf;
};

/// Kept after the first call. Without a record the weights are listed without names. Errors: `cancelled`.
Result<std::shared_ptr<const WeightMap>> weights(const session::Session& session, const JobContext& job);

// Where weights are stored: constants of plans, named data, external data, what decoded delegates hold. Reads directories and
// payloads' tables, no weight. Any thread.

/// Each place of a file once, with all that use it; nothing is looked up in the record yet. Errors: `cancelled`.
Result<std::vector<StoredWeight>> weightPlaces(const session::Session& session, const JobContext& job);

// Which argument of which operator a weight inside a delegate became: through the operator of the delegate that reads it, to the
// exported or edge node that it was made of. Names what backends folded, fused or quantised. Rules: docs/FORMATS.md "Weights of a
// session".

/// Adds `operators` to the weights of delegates whose operators can be joined, and `record` where nothing else named them. Graphs
/// of a method are read only where it has such weights. Errors: `cancelled`.
Result<void> addOperators(const session::Session& session, std::vector<StoredWeight>& weights, const JobContext& job);

}  // namespace etscope::join
