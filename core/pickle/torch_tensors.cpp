#include "pickle/torch_tensors.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/limits.h"
#include "pickle/fake_tensor.h"
#include "pickle/removed.h"
#include "tensor/element_reader.h"

namespace etscope::pickle {
namespace {

using tensor::DataState;
using tensor::Tensor;

/// Calls around a tensor's data, and tensors inside tensors: real ones nest two or three deep.
constexpr std::size_t kMaxLayers = 16;
constexpr int kMaxInner = 4;

void addNote(Tensor& tensor, std::string_view note) {
    if (!tensor.note.empty()) tensor.note += "; ";
    tensor.note += note;
}

Tensor inState(DataState state, std::string note) {
    Tensor tensor;
    tensor.state = state;
    tensor.note = std::move(note);
    return tensor;
}

void makeUnreadable(Tensor& tensor, std::string_view why) {
    tensor.state = DataState::Unreadable;
    addNote(tensor, why);
}

}  // namespace

/// Holds nothing: made where it is needed.
class TensorReader {
public:
    using Arguments = std::span<const ValueId>;
    using Layer = TensorLayer;

    explicit TensorReader(const Artifact& artifact) noexcept : m_artifact(artifact), m_values(artifact.m_values) {}

    tensor::Tensor read(ValueId id) const { return readAt(id, 0); }
    std::string typeName(ValueId id) const {
        const Layer outer = layers(id).front();
        switch (outer.meaning) {
            case Meaning::RebuildParameter: return "Parameter";
            case Meaning::TensorClass: return m_values.symbol(m_values.callable(id)).name;
            case Meaning::RebuildFromType:
                if (outer.arguments.size() < 2 || !m_values.is(outer.arguments[1], Kind::Symbol)) return "Tensor";
                if (m_artifact.symbolMeaning(outer.arguments[1]) == Meaning::TensorClass)
                    return m_values.symbol(outer.arguments[1]).name;
                return escaped(m_values.symbol(outer.arguments[1]).qualified());
            default: return "Tensor";
        }
    }

    std::vector<Layer> layers(ValueId id) const {
        std::vector<Layer> all;
        Layer layer{m_artifact.meaning(id), m_artifact.arguments(id)};
        while (all.size() < kMaxLayers) {
            all.push_back(layer);
            const Arguments given = layer.arguments;
            switch (layer.meaning) {
                case Meaning::RebuildFromType:
                    if (given.size() < 3 || !m_values.is(given[2], Kind::Tuple)) return all;
                    layer = {m_artifact.symbolMeaning(given[0]), m_values.items(given[2])};
                    break;
                case Meaning::RebuildParameter:
                case Meaning::RebuildFromCpu:
                case Meaning::TensorClass:
                    if (given.empty() || !m_values.is(given[0], Kind::Object)) return all;
                    layer = {m_artifact.meaning(given[0]), m_artifact.arguments(given[0])};
                    break;
                default: return all;
            }
        }
        return all;
    }

private:
    struct Maker {
        Meaning meaning;
        std::size_t leastArguments;
        Tensor (TensorReader::*make)(Arguments, int depth) const;
    };

    Tensor readAt(ValueId id, int depth) const {
        if (depth > kMaxInner) return inState(DataState::Unreadable, "tensors are nested too deep");
        switch (m_artifact.shape(id)) {
            case Shape::Storage: return storageAsTensor(id);
            case Shape::Tensor: break;
            default: return inState(DataState::Unreadable, "a tensor is expected here, this is " + m_artifact.typeName(id));
        }
        const std::vector<Layer> all = layers(id);
        Tensor tensor = made(all.back(), depth);
        for (auto layer = all.rbegin() + 1; layer != all.rend(); ++layer) wrap(tensor, *layer);
        return tensor;
    }

    Tensor made(const Layer& layer, int depth) const {
        static constexpr std::array kMakers{
            Maker{Meaning::RebuildTensor, 4, &TensorReader::dense},
            Maker{Meaning::RebuildTensorV3, 7, &TensorReader::denseV3},
            Maker{Meaning::RebuildQuantized, 6, &TensorReader::quantized},
            Maker{Meaning::RebuildSparse, 2, &TensorReader::sparse},
            Maker{Meaning::RebuildMeta, 4, &TensorReader::meta},
            Maker{Meaning::RebuildWrapper, 8, &TensorReader::wrapper},
            Maker{Meaning::RebuildNested, 4, &TensorReader::nested},
            Maker{Meaning::RebuildFromNumpy, 4, &TensorReader::fromNumpy},
            Maker{Meaning::RebuildFake, 2, &TensorReader::fake},
        };
        const auto maker =
            std::find_if(kMakers.begin(), kMakers.end(), [&layer](const Maker& m) { return m.meaning == layer.meaning; });
        if (maker == kMakers.end()) return inState(DataState::Unreadable, "the call that makes the tensor's data is not known");
        if (layer.arguments.size() < maker->leastArguments)
            return inState(DataState::Unreadable, "the call that makes it has " + std::to_string(layer.arguments.size()) +
                                                      " arguments instead of " + std::to_string(maker->leastArguments));
        return (this->*maker->make)(layer.arguments, depth);
    }

    /// What a call around the data adds.
    void wrap(Tensor& tensor, const Layer& layer) const {
        const Arguments given = layer.arguments;
        if (layer.meaning == Meaning::RebuildParameter && given.size() > 1) tensor.requiresGrad = truth(given[1]);
        if (layer.meaning == Meaning::RebuildFromCpu && given.size() > 3) {
            tensor.requiresGrad = truth(given[3]);
            if (m_values.is(given[2], Kind::String)) addNote(tensor, "saved from device " + m_artifact.text(given[2]));
        }
        if (layer.meaning == Meaning::RebuildFromType && given.size() > 1 &&
            m_artifact.symbolMeaning(given[1]) != Meaning::TensorClass && m_values.is(given[1], Kind::Symbol) &&
            tensor.state == DataState::Dense)
            addNote(tensor, "data of tensor subclass " + escaped(m_values.symbol(given[1]).qualified()));
    }

    Tensor storageAsTensor(ValueId id) const {
        Tensor tensor;
        setStorage(tensor, id);
        const std::size_t item = itemSize(tensor.type);
        const std::uint64_t bytes = m_artifact.m_storages->size(storageKeyOf(tensor)).value_or(0);
        if (item != 0) tensor.shape = {static_cast<std::int64_t>(bytes / item)};
        tensor.strides = {1};
        checkReadable(tensor);
        return tensor;
    }

    Tensor dense(Arguments arguments, int) const {
        Tensor tensor;
        setStorage(tensor, arguments[0]);
        setLayout(tensor, arguments.subspan(1, 3));
        if (arguments.size() > 4) tensor.requiresGrad = truth(arguments[4]);
        setMetadata(tensor, arguments, 6);
        checkReadable(tensor);
        return tensor;
    }

    Tensor denseV3(Arguments arguments, int) const {
        Tensor tensor;
        setStorage(tensor, arguments[0]);
        tensor.type = dtype(arguments[6]).value_or(ScalarType::Unknown);
        setLayout(tensor, arguments.subspan(1, 3));
        tensor.requiresGrad = truth(arguments[4]);
        setMetadata(tensor, arguments, 7);
        checkReadable(tensor);
        return tensor;
    }

    Tensor quantized(Arguments arguments, int depth) const {
        Tensor tensor;
        setStorage(tensor, arguments[0]);
        setLayout(tensor, arguments.subspan(1, 3));
        tensor.requiresGrad = truth(arguments[5]);
        setQuantization(tensor, arguments[4], depth);
        checkReadable(tensor);
        return tensor;
    }

    /// (layout, (indices, values, size[, coalesced])) or (layout, (compressed, plain, values, size)).
    Tensor sparse(Arguments arguments, int depth) const {
        const std::string layout = m_artifact.text(arguments[0]);
        Tensor tensor = inState(DataState::Sparse, layout + " tensor: its indices and values are shown as tensors of their own");
        const bool coordinates = layout == "torch.sparse_coo";
        const Arguments data = m_values.items(arguments[1]);
        const std::size_t valuesAt = coordinates ? 1 : 2;
        if (!m_values.is(arguments[1], Kind::Tuple) || data.size() < valuesAt + 2) return tensor;
        tensor.type = readAt(data[valuesAt], depth + 1).type;
        tensor.shape = integers(data[valuesAt + 1]).value_or(std::vector<std::int64_t>{});
        return tensor;
    }

    Tensor meta(Arguments arguments, int) const {
        Tensor tensor = inState(DataState::Meta, "meta tensor: it has no data");
        tensor.type = dtype(arguments[0]).value_or(ScalarType::Unknown);
        tensor.shape = integers(arguments[1]).value_or(std::vector<std::int64_t>{});
        tensor.strides = integers(arguments[2]).value_or(std::vector<std::int64_t>{});
        tensor.requiresGrad = truth(arguments[3]);
        return tensor;
    }

    /// (class, dtype, size, stride, offset, layout, device, requires_grad); the data are in attributes, as other tensors.
    Tensor wrapper(Arguments arguments, int) const {
        Tensor tensor = inState(DataState::Opaque, "tensor subclass " + m_artifact.text(arguments[0]) +
                                                       ": its parts are shown as tensors of their own");
        tensor.type = dtype(arguments[1]).value_or(ScalarType::Unknown);
        tensor.shape = integers(arguments[2]).value_or(std::vector<std::int64_t>{});
        tensor.strides = integers(arguments[3]).value_or(std::vector<std::int64_t>{});
        tensor.requiresGrad = truth(arguments[7]);
        return tensor;
    }

    Tensor nested(Arguments arguments, int depth) const {
        Tensor tensor = inState(DataState::Opaque, "nested tensor: values and sizes are shown as tensors of their own");
        tensor.type = readAt(arguments[0], depth + 1).type;
        return tensor;
    }
    Tensor fromNumpy(Arguments arguments, int) const {
        Tensor tensor = inState(DataState::Opaque, "saved as a pickled numpy array, which is not read");
        tensor.type = dtype(arguments[1]).value_or(ScalarType::Unknown);
        tensor.requiresGrad = truth(arguments[3]);
        return tensor;
    }
    Tensor fake(Arguments arguments, int) const {
        if (!m_values.is(arguments[0], Kind::Bytes))
            return inState(DataState::Unreadable, "the description of the fake tensor is missing");
        Tensor tensor = fakeTensor(m_values.text(arguments[0]));
        if (truth(arguments[1])) tensor.requiresGrad = isFloating(tensor.type) || isComplex(tensor.type);
        return tensor;
    }

    void setStorage(Tensor& tensor, ValueId storage) const {
        std::string key;
        bool onMeta = false;
        if (const auto reference = m_values.is(storage, Kind::Persistent) ? storageReference(m_values, storage) : std::nullopt) {
            key = reference->key;
            tensor.type = reference->type;
            tensor.storageOffset = reference->viewOffset;
            onMeta = reference->location == "meta";
        } else if (const ValueId bytes = m_values.is(storage, Kind::Object) ? m_artifact.innerBytes(storage) : ValueId();
                   bytes.valid()) {
            const auto inner = m_artifact.m_inner.find(bytes.index());
            if (inner == m_artifact.m_inner.end() || inner->second.key.empty())
                return makeUnreadable(tensor, "its storage is damaged");
            key = inner->second.key;
            tensor.type = inner->second.type;
        } else {
            return makeUnreadable(tensor, "its storage is not one that torch.save writes");
        }
        const Storages& storages = *m_artifact.m_storages;
        tensor.storageId = storages.id(key);
        tensor.bigEndian = storages.bigEndian();
        if (hasMark(storages)) return;  // the zeros that stand there are nobody's values
        auto bytes = storages.bytes(key);
        if (bytes) {
            tensor.storage = std::move(*bytes);
        } else if (onMeta) {
            tensor.state = DataState::Meta;
            addNote(tensor, "saved from the meta device: it has no data");
        } else {
            makeUnreadable(tensor, bytes.error().message);
        }
    }

    std::string storageKeyOf(const Tensor& tensor) const {
        return tensor.storageId.substr(std::min(m_artifact.m_storages->id("").size(), tensor.storageId.size()));
    }

    void setLayout(Tensor& tensor, Arguments offsetSizeStride) const {
        const auto shape = integers(offsetSizeStride[1]);
        const auto strides = integers(offsetSizeStride[2]);
        const auto offset = m_values.is(offsetSizeStride[0], Kind::Int)
                                ? checkedAdd(tensor.storageOffset, m_values.integer(offsetSizeStride[0]))
                                : std::nullopt;
        if (!shape || !strides || shape->size() != strides->size() || !offset)
            return makeUnreadable(tensor, "its size, strides or offset are not numbers that fit together");
        tensor.shape = *shape;
        tensor.strides = *strides;
        tensor.storageOffset = *offset;
    }

    void setMetadata(Tensor& tensor, Arguments arguments, std::size_t index) const {
        if (arguments.size() <= index || !m_values.is(arguments[index], Kind::Dict)) return;
        const auto items = m_values.items(arguments[index]);
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            if (!m_values.is(items[i], Kind::String)) continue;
            if (m_values.text(items[i]) == "conj") tensor.conjugate = truth(items[i + 1]);
            if (m_values.text(items[i]) == "neg") tensor.negate = truth(items[i + 1]);
        }
        if (tensor.conjugate) addNote(tensor, "the values are the conjugates of those in the file");
        if (tensor.negate) addNote(tensor, "the values are the negatives of those in the file");
    }

    /// (per_tensor_affine, scale, zero point) or (per_channel_affine[_float_qparams], scales, zero points, axis).
    void setQuantization(Tensor& tensor, ValueId parameters, int depth) const {
        const Arguments given = m_values.items(parameters);
        if (given.size() < 3 || !m_values.is(given[0], Kind::Symbol))
            return addNote(tensor, "its quantization parameters are not known");
        tensor::Quantization result;
        result.scheme = escaped(m_values.symbol(given[0]).name);
        std::int64_t channels = 1;
        if (given.size() > 3) {
            const std::int64_t axis = m_values.is(given[3], Kind::Int) ? m_values.integer(given[3]) : -1;
            if (axis < 0 || static_cast<std::size_t>(axis) >= tensor.shape.size())
                return addNote(tensor, "its quantization axis is not one of its dimensions");
            result.axis = axis;
            channels = tensor.shape[static_cast<std::size_t>(axis)];
        }
        auto scales = numbers(given[1], channels, depth);
        auto zeroPoints = numbers(given[2], channels, depth);
        if (!scales || !zeroPoints)
            return addNote(tensor, "its quantization parameters cannot be read, or are not " + std::to_string(channels));
        result.scales = std::move(*scales);
        result.zeroPoints = std::move(*zeroPoints);
        tensor.quantization = std::move(result);
    }

    void checkReadable(Tensor& tensor) const {
        if (tensor.state != DataState::Dense) return;
        const Storages& storages = *m_artifact.m_storages;
        if (hasMark(storages)) return tensor::setRemoved(tensor, removedContent(storages, tensor, storageKeyOf(tensor)));
        if (auto valid = tensor.validate(); !valid) makeUnreadable(tensor, valid.error().message);
    }
    std::optional<ScalarType> dtype(ValueId id) const {
        if (m_artifact.symbolMeaning(id) != Meaning::DType) return std::nullopt;
        return scalarTypeFromName("torch." + m_values.symbol(id).name);
    }

    /// A tuple, list or torch.Size of integers, of a sane rank.
    std::optional<std::vector<std::int64_t>> integers(ValueId id) const {
        if (m_artifact.shape(id) == Shape::Tuple && m_values.is(id, Kind::Object)) id = m_artifact.arguments(id)[0];
        if (!m_values.is(id, Kind::Tuple) && !m_values.is(id, Kind::List)) return std::nullopt;
        const Arguments items = m_values.items(id);
        if (items.size() > limits::kMaxRank) return std::nullopt;
        std::vector<std::int64_t> result;
        for (const ValueId item : items) {
            if (!m_values.is(item, Kind::Int)) return std::nullopt;
            result.push_back(m_values.integer(item));
        }
        return result;
    }

    /// One number, a list of them, or a tensor of one dimension: exactly `count`.
    std::optional<std::vector<double>> numbers(ValueId id, std::int64_t count, int depth) const {
        const auto one = [this](ValueId item) -> std::optional<double> {
            if (m_values.is(item, Kind::Double)) return m_values.number(item);
            if (m_values.is(item, Kind::Int)) return static_cast<double>(m_values.integer(item));
            return std::nullopt;
        };
        std::vector<double> result;
        if (const auto single = one(id); single && count == 1) return std::vector{*single};
        if (m_values.is(id, Kind::List) || m_values.is(id, Kind::Tuple)) {
            for (const ValueId item : m_values.items(id)) {
                const auto number = one(item);
                if (!number) return std::nullopt;
                result.push_back(*number);
            }
        } else {
            const Tensor source = readAt(id, depth + 1);
            // Not more elements than bytes: an expanded tensor can claim any number.
            if (source.state != DataState::Dense || source.shape != std::vector{count} ||
                static_cast<std::uint64_t>(count) > source.storage.size)
                return std::nullopt;
            auto reader = tensor::ElementReader::open(source);
            if (!reader) return std::nullopt;
            while (result.size() < reader->count()) {
                const auto block = std::min<std::uint64_t>(tensor::ElementReader::kMaxBlock, reader->count() - result.size());
                const auto part = reader->doubles(result.size(), static_cast<std::size_t>(block));
                if (!part) return std::nullopt;
                result.insert(result.end(), part->begin(), part->end());
            }
        }
        return result.size() == static_cast<std::uint64_t>(count) ? std::optional(std::move(result)) : std::nullopt;
    }

    bool truth(ValueId id) const { return m_values.is(id, Kind::Bool) && m_values.boolean(id); }

    const Artifact& m_artifact;
    const Values& m_values;
};

tensor::Tensor readTensor(const Artifact& artifact, ValueId id) { return TensorReader(artifact).read(id); }
std::string tensorTypeName(const Artifact& artifact, ValueId id) { return TensorReader(artifact).typeName(id); }
std::vector<TensorLayer> tensorLayers(const Artifact& artifact, ValueId id) { return TensorReader(artifact).layers(id); }

}  // namespace etscope::pickle
