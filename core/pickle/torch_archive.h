// Artifact: what torch.save or pickle wrote: weights, constants, example inputs, references. Opening reads the archive's
// directory and its pickle, never a storage. Tensors name the bytes in the file; nothing is executed. Format rules:
// docs/FORMATS.md "Tensor artifacts". Immutable; any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"
#include "pickle/storages.h"
#include "pickle/torch_globals.h"
#include "pickle/values.h"
#include "tensor/tensor.h"

namespace etscope::pickle {

enum class ArtifactFormat : std::uint8_t {
    TorchZip,   ///< torch.save since 1.6
    Legacy,     ///< torch.save before 1.6: pickles, then the storages
    RawPickle,  ///< pickle.dumps: storages are byte strings inside the pickle
};

/// What a value means to a reader, beyond its Kind in the pickle.
enum class Shape : std::uint8_t {
    None, Bool, Int, BigInt, Double, Complex, String, Bytes,
    Tuple, List, Dict, Set,
    Tensor,   ///< `Artifact::tensor`; its children are inner tensors and attached state
    Storage,  ///< a bare storage; `Artifact::tensor` shows it as one dimension
    Word,     ///< dtype, device, layout, quantization scheme: `Artifact::text`
    Type,     ///< the name of a class or function
    Object,   ///< opaque Python object
};

/// One step of the way from the root to a value.
struct Step {
    enum class Kind : std::uint8_t {
        Key,        ///< of a dict; `text`: the key as shown
        Index,      ///< of a list, tuple or set: `index`
        Attribute,  ///< of an object or tensor: `text`
        Argument,   ///< of an opaque call: `index`
    };
    Kind kind = Kind::Index;
    std::string text;
    std::int64_t index = 0;
    friend bool operator==(const Step&, const Step&) = default;
};
using Path = std::vector<Step>;
/// "layers.weight[0].scale": keys and attributes joined by dots, indices in brackets; arguments as "(0)".
std::string pathText(const Path& path);

struct Child {
    Step label;
    ValueId value;
};

struct NamedValue {
    Path path;
    tensor::Value value;
    ValueId id;
};

struct Leaves {
    std::vector<NamedValue> values;
    bool complete = true;  ///< false: cut at a limit, or at a list that contains itself
};

enum class LeafScope : std::uint8_t {
    Flat,       ///< a tensor is one leaf, whatever is inside (the order of a program's flattened inputs)
    WithInner,  ///< after a tensor also those inside it (of subclasses and sparse tensors, per-channel scales)
};

class Artifact {
public:
    /// `content` is the entry's or file's bytes, anywhere in a source. Errors: `torch-save-empty`, `torch-save-torchscript`,
    /// `torch-save-tar`, `torch-save-no-data-pkl`, those of ZipIndex and of `unpickle`.
    /// Diagnostics: `pickle-opaque-global`, `pickle-duplicate-key`, `pickle-protocol`, `pickle-trailing-bytes`,
    /// `torch-save-storage-missing`, `torch-save-storage-size`, `torch-save-byteorder`, `torch-save-foreign-record`,
    /// `torch-save-legacy`, `torch-save-legacy-damaged`.
    static Result<std::shared_ptr<const Artifact>> open(const ByteRange& content, Diagnostics& diagnostics, const JobContext& job = {});

    ArtifactFormat format() const noexcept { return m_format; }
    const Values& values() const& noexcept { return m_values; }
    const Values& values() const&& = delete;
    ValueId root() const noexcept { return m_values.root(); }

    Shape shape(ValueId id) const noexcept;
    /// The class as Python shows it: "dict", "OrderedDict", "Tensor", "Parameter", "my.module.Class", "int", ….
    std::string typeName(ValueId id) const;
    /// A short text: numbers, words, quoted strings and bytes cut after some 200 characters; "dict of 3", "f32[2,3]".
    std::string text(ValueId id) const;

    /// Children one level down; the caller's tree may be infinite (lists may contain themselves), so it asks when it opens.
    std::size_t childCount(ValueId id) const;
    std::vector<Child> children(ValueId id, std::size_t first = 0, std::size_t count = SIZE_MAX) const;

    /// The tensor that the value stands for; nothing when its shape is not Tensor or Storage. Never fails otherwise: what
    /// cannot be read has a state other than Dense and a note. Costs at most one small read per storage, two more for
    /// per-channel quantization parameters, and inflating when the storage is deflated.
    std::optional<tensor::Tensor> tensor(ValueId id) const;
    /// A leaf as a value of a program: None, bool, integer, double, tensor; everything else as `text` (strings in full).
    tensor::Value leaf(ValueId id) const;

    /// Calls `visit` for every leaf below `from` in order; false from it ends the walk. Returns whether all were visited:
    /// depth, number and self-containment are bounded by limits.
    bool forEachLeaf(ValueId from, LeafScope scope, const std::function<bool(const Path&, ValueId)>& visit) const;
    /// The same as a list, also bounded in memory by the size of the stream.
    Leaves leaves(ValueId from, LeafScope scope = LeafScope::Flat, const JobContext& job = {}) const;
    Leaves leaves() const { return leaves(root()); }

    /// The value of a key of the top-level dict (the last, as Python resolves it); invalid when there is none. Found by
    /// bisection.
    ValueId find(std::string_view key) const noexcept;

private:
    friend class ArtifactReader;
    friend class TensorReader;
    friend class ChildLister;

    struct Key {
        ValueId key;
        ValueId value;
        std::uint32_t position = 0;
    };
    /// A storage that stands as a byte string inside the pickle.
    struct InnerStorage {
        std::string key;  ///< in m_storages; empty: damaged
        ScalarType type = ScalarType::Unknown;
    };

    /// What the callable of an Object means; Opaque for everything else.
    Meaning meaning(ValueId object) const noexcept;
    Meaning symbolMeaning(ValueId symbol) const noexcept;
    /// Arguments of an Object.
    std::span<const ValueId> arguments(ValueId object) const noexcept;
    /// The argument of `_load_from_bytes`; invalid when the value is no such call.
    ValueId innerBytes(ValueId object) const noexcept;
    /// The class that an Object is of: a Symbol, or an invalid id.
    ValueId classOf(ValueId object) const noexcept;
    /// "torch.float32", "cuda:0", "torch.sparse_coo"; empty when the value is no Word.
    std::string word(ValueId id) const;
    Shape objectShape(ValueId object) const noexcept;

    ArtifactFormat m_format = ArtifactFormat::TorchZip;
    std::vector<std::byte> m_stream;  ///< the bytes that m_values refers to
    Values m_values;
    std::vector<Meaning> m_meanings;  ///< per symbol
    std::vector<Key> m_keys;          ///< of the top-level dict, sorted by text
    std::unordered_map<std::uint32_t, InnerStorage> m_inner;  ///< by index of the Bytes
    std::unique_ptr<const Storages> m_storages;
};

}  // namespace etscope::pickle
