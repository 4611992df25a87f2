// Inputs that no file has as they are: of other sizes, and random ones.
#include <algorithm>
#include <cstring>
#include <limits>

#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/half_float.h"
#include "base/number_text.h"
#include "graph/roles.h"
#include "run/plan_cases.h"
#include "tensor/element_reader.h"

namespace etscope::run {
namespace {

/// Bytes that an input made here may have.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32U;

std::shared_ptr<const graph::GraphModel> graphOf(const session::MethodView& method, const JobContext& job) {
    const session::Method* known = method.known();
    const auto graph =
        known == nullptr ? Result<std::shared_ptr<const graph::GraphModel>>(nullptr) : method.graph(known->primaryStage(), job);
    return graph ? *graph : nullptr;
}

std::span<const graph::Dim> dimsOf(const graph::GraphModel& model, const graph::GraphInput& input) {
    const graph::MetaId meta = input.value.valid() ? model.value(input.value).meta : graph::MetaId();
    return meta.valid() ? model.dims(model.meta(meta).sizes) : std::span<const graph::Dim>();
}

bool isSymbol(std::string_view text) {
    const auto inWord = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && std::ranges::all_of(text, inWord);
}

/// The elements row-major, as bytes.
Result<std::vector<std::byte>> elementsOf(const tensor::Tensor& tensor) {
    const auto count = tensor.elementCount();
    const std::uint64_t item = tensor::bitsPerElement(tensor.type) / 8;
    if (!count || item == 0) return fail("run-sizes", "an input of this type cannot be cut");
    if (const auto valid = tensor.validate(); !valid) return valid.failure();
    const auto strides = tensor.effectiveStrides();
    const auto whole = tensor.storage.readAll();
    if (!whole) return whole.failure();
    std::vector<std::byte> elements(static_cast<std::size_t>(*count * item));
    std::vector<std::int64_t> at(tensor.shape.size());
    for (std::uint64_t i = 0; i < *count; ++i) {
        std::int64_t place = tensor.storageOffset;
        for (std::size_t axis = 0; axis < at.size(); ++axis) place += at[axis] * strides[axis];
        std::memcpy(elements.data() + i * item, whole->data() + static_cast<std::uint64_t>(place) * item, item);
        for (std::size_t axis = at.size(); axis-- > 0;) {
            if (++at[axis] < tensor.shape[axis]) break;
            at[axis] = 0;
        }
    }
    return elements;
}

tensor::Tensor tensorOf(ScalarType type, std::vector<std::int64_t> shape, std::vector<std::byte> bytes) {
    tensor::Tensor made;
    made.type = type;
    made.shape = std::move(shape);
    made.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "an input that was made"));
    return made;
}

/// Cut, or repeated from its start, along each axis.
Result<tensor::Tensor> resized(const tensor::Tensor& tensor, const std::vector<std::int64_t>& shape) {
    std::uint64_t count = 1;
    for (const std::int64_t size : shape)
        if (const auto more = checkedMul(count, static_cast<std::uint64_t>(size)); more && *more <= kMostBytes)
            count = *more;
        else
            return fail("run-sizes", "an input of these sizes would be too large");
    if (count > 0 && std::ranges::find(tensor.shape, 0) != tensor.shape.end())
        return fail("run-sizes", "an input without elements cannot be repeated");
    const auto elements = elementsOf(tensor);
    if (!elements) return elements.failure();
    const std::uint64_t item = tensor::bitsPerElement(tensor.type) / 8;
    const auto strides = tensor::rowMajorStrides(tensor.shape);
    std::vector<std::byte> made(static_cast<std::size_t>(count * item));
    std::vector<std::int64_t> at(shape.size());
    for (std::uint64_t i = 0; i < count; ++i) {
        std::int64_t place = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis) place += at[axis] % tensor.shape[axis] * strides[axis];
        std::memcpy(made.data() + i * item, elements->data() + static_cast<std::uint64_t>(place) * item, item);
        for (std::size_t axis = at.size(); axis-- > 0;) {
            if (++at[axis] < shape[axis]) break;
            at[axis] = 0;
        }
    }
    return tensorOf(tensor.type, shape, std::move(made));
}

/// Numbers that are the same on every machine.
class Draw {
public:
    explicit Draw(std::string_view seed) {
        for (const char c : seed) m_state = (m_state ^ static_cast<unsigned char>(c)) * 1'099'511'628'211ULL;
    }
    std::uint64_t next() noexcept {
        m_state += 0x9E37'79B9'7F4A'7C15ULL;
        std::uint64_t x = m_state;
        x = (x ^ (x >> 30U)) * 0xBF58'476D'1CE4'E5B9ULL;
        x = (x ^ (x >> 27U)) * 0x94D0'49BB'1331'11EBULL;
        return x ^ (x >> 31U);
    }
    /// From −1 to 1.
    double real() noexcept { return static_cast<double>(next() >> 11U) * 0x1p-52 - 1.0; }

private:
    std::uint64_t m_state = 14'695'981'039'346'656'037ULL;
};

template <class T>
std::vector<std::byte> filled(std::uint64_t count, const auto& each) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(count) * sizeof(T));
    for (std::uint64_t i = 0; i < count; ++i) {
        const T value = static_cast<T>(each());
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
    return bytes;
}

/// Half types are drawn as f32, which files of inputs hold for them.
std::optional<tensor::Tensor> randomTensor(const program::TensorInfo& info, Draw& draw) {
    const auto count = info.elementCount();
    if (!count || *count > kMostBytes / 8) return std::nullopt;
    const auto real = [&] { return draw.real(); };
    const auto bit = [&] { return draw.next() & 1U; };
    std::vector<std::int64_t> shape(info.sizes.begin(), info.sizes.end());
    switch (info.scalarType) {
        case ScalarType::F16:
        case ScalarType::BF16:
        case ScalarType::F32: return tensorOf(ScalarType::F32, std::move(shape), filled<float>(*count, real));
        case ScalarType::F64: return tensorOf(ScalarType::F64, std::move(shape), filled<double>(*count, real));
        case ScalarType::I64: return tensorOf(ScalarType::I64, std::move(shape), filled<std::int64_t>(*count, bit));
        case ScalarType::I32: return tensorOf(ScalarType::I32, std::move(shape), filled<std::int32_t>(*count, bit));
        case ScalarType::I16: return tensorOf(ScalarType::I16, std::move(shape), filled<std::int16_t>(*count, bit));
        case ScalarType::I8:
        case ScalarType::U8:
        case ScalarType::Bool: return tensorOf(info.scalarType, std::move(shape), filled<std::uint8_t>(*count, bit));
        default: return std::nullopt;
    }
}

}  // namespace

std::vector<std::string> symbolsOf(const session::MethodView& method, const JobContext& job) {
    std::vector<std::string> symbols;
    const auto model = graphOf(method, job);
    if (model == nullptr) return symbols;
    for (const graph::GraphInput* input : model->userInputs())
        for (const graph::Dim& dim : dimsOf(*model, *input)) {
            const std::string symbol(dim.expression.valid() ? model->text(dim.expression) : std::string_view());
            if (isSymbol(symbol) && std::ranges::find(symbols, symbol) == symbols.end()) symbols.push_back(symbol);
        }
    return symbols;
}

Result<std::vector<tensor::Value>> sizedInputs(const session::MethodView& method, std::vector<tensor::Value> inputs,
                                               const std::map<std::string, std::int64_t>& sizes, const JobContext& job) {
    const auto model = graphOf(method, job);
    if (model == nullptr)
        return fail("run-sizes",
                    "no graph of '" + method.name + "' is recorded: which sizes of its inputs have names is not known");
    const std::vector<std::string> symbols = symbolsOf(method, job);
    std::string known;
    for (const std::string& symbol : symbols) known += (known.empty() ? "" : ", ") + escaped(symbol);
    for (const auto& [symbol, size] : sizes)
        if (std::ranges::find(symbols, symbol) == symbols.end())
            return fail("run-sizes", "no size of an input of '" + method.name + "' is '" + escaped(symbol) + "'; there " +
                                         (known.empty() ? std::string("are none with names") : "are: " + known));
    const auto given = graph::userInputsOf(*model, inputs.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
        auto* tensor = std::get_if<tensor::Tensor>(&inputs[i]);
        const auto dims = dimsOf(*model, *given[i]);
        if (tensor == nullptr || dims.size() != tensor->shape.size()) continue;
        std::vector<std::int64_t> shape = tensor->shape;
        for (std::size_t axis = 0; axis < dims.size(); ++axis) {
            if (!dims[axis].expression.valid()) continue;
            const std::string text(model->text(dims[axis].expression));
            const auto hit = sizes.find(text);
            if (hit != sizes.end()) shape[axis] = hit->second;
            const bool depends = hit == sizes.end() && !isSymbol(text) && std::ranges::any_of(sizes, [&](const auto& one) {
                                     return text.find(one.first) != std::string::npos;
                                 });
            if (depends)
                return fail("run-sizes", "a size of input " + std::to_string(i) + " is " + escaped(text) +
                                             ", which is no name alone: give files with --case");
        }
        if (shape == tensor->shape) continue;
        auto changed = resized(*tensor, shape);
        if (!changed) return changed.failure();
        inputs[i] = *std::move(changed);
    }
    return inputs;
}

Result<std::vector<tensor::Value>> randomInputs(const program::ExecutionPlan& plan) {
    Draw draw(plan.name);
    std::vector<tensor::Value> values;
    for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
        const program::Value* value = plan.value(plan.inputs[i]);
        const program::TensorInfo* info = plan.tensor(plan.inputs[i]);
        auto made = info != nullptr ? randomTensor(*info, draw) : std::nullopt;
        if (made)
            values.emplace_back(*std::move(made));
        else if (value != nullptr && std::holds_alternative<std::int64_t>(*value))
            values.emplace_back(std::get<std::int64_t>(*value));
        else if (value != nullptr && std::holds_alternative<bool>(*value))
            values.emplace_back(std::get<bool>(*value));
        else if (value != nullptr && std::holds_alternative<double>(*value))
            values.emplace_back(std::get<double>(*value));
        else if (value != nullptr && std::holds_alternative<program::NoneValue>(*value))
            values.emplace_back(tensor::None{});
        else
            return fail("run-cases", "input " + std::to_string(i) + " of '" + plan.name + "' cannot be random; give --case FILE");
    }
    return values;
}

Result<std::map<std::string, std::int64_t>> parseSizes(const std::vector<std::string>& texts) {
    std::map<std::string, std::int64_t> sizes;
    for (const std::string& text : texts)
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find(',', at), text.size());
            const std::string part = text.substr(at, end - at);
            const std::size_t equals = part.find('=');
            const auto size = equals == std::string::npos ? std::nullopt : parseInt(std::string_view(part).substr(equals + 1));
            if (!size || *size < 0 || *size > std::numeric_limits<std::int32_t>::max() || !isSymbol(part.substr(0, equals)))
                return fail("run-sizes", "--sizes wants SYMBOL=N, not '" + escaped(part) + "'");
            sizes[part.substr(0, equals)] = *size;
            at = end + 1;
        }
    return sizes;
}

}  // namespace etscope::run
