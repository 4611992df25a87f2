#include "delegates/core_ai_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace etscope::delegates {
namespace {

using graph::Argument;

constexpr std::string_view kOwnDialect = "aicode", kBuiltinDialect = "builtin";
constexpr std::size_t kMostLiteralValues = 64;
constexpr int kDeepestAttribute = 12;
constexpr std::uint32_t kNoAttribute = std::numeric_limits<std::uint32_t>::max();
/// Names of nodes that one operation was made of.
constexpr std::size_t kMostOrigins = 64;

// Kinds of attributes, by the number that each begins with.
namespace own {
constexpr std::uint64_t kString = 1, kInteger = 2, kFloat = 3, kArray = 5, kDense = 6, kResource = 7, kNamed = 9,
                        kSymbol = 14, kParameter = 16, kMetadataValue = 33, kMetadata = 35, kLocation = 40, kDictionary = 45;
}
namespace builtin {
constexpr std::uint64_t kArray = 0, kDictionary = 1, kString = 2, kFused = 12, kFusedWithMetadata = 13, kNameLocation = 14;
}

/// What follows the number: `s` a string, `a` an attribute, `n` a number, `l` a count and so many attributes, `p` so many pairs.
struct AttributeLayout {
    bool own;
    std::uint64_t kind;
    std::string_view parts;
};
constexpr std::array kLayouts{AttributeLayout{true, own::kString, "s"},
                              AttributeLayout{true, own::kArray, "l"},
                              AttributeLayout{true, own::kNamed, "sl"},
                              AttributeLayout{true, own::kParameter, "an"},
                              AttributeLayout{true, own::kMetadataValue, "a"},
                              AttributeLayout{true, own::kMetadata, "sa"},
                              AttributeLayout{true, own::kLocation, "aall"},
                              AttributeLayout{true, own::kDictionary, "l"},
                              AttributeLayout{false, builtin::kArray, "l"},
                              AttributeLayout{false, builtin::kDictionary, "p"},
                              AttributeLayout{false, builtin::kString, "s"},
                              AttributeLayout{false, builtin::kFused, "l"},
                              AttributeLayout{false, builtin::kFusedWithMetadata, "la"},
                              AttributeLayout{false, builtin::kNameLocation, "aa"}};

// Kinds of types: a tensor has a count of sizes, the sizes (the least 64-bit number: not fixed) and the type of its elements.
constexpr std::uint64_t kTensorType = 2;
constexpr std::pair<std::uint64_t, ScalarType> kElementTypes[] = {
    {4, ScalarType::Bool},   {5, ScalarType::F64},       {6, ScalarType::F32},  {7, ScalarType::F16},  {8, ScalarType::BF16},
    {9, ScalarType::F8E5M2}, {10, ScalarType::F8E4M3FN}, {12, ScalarType::C64}, {13, ScalarType::C32}, {17, ScalarType::I64},
    {18, ScalarType::I32},   {19, ScalarType::I16},      {20, ScalarType::I8},  {21, ScalarType::I4},  {22, ScalarType::I2},
    {23, ScalarType::U64},   {24, ScalarType::U32},      {25, ScalarType::U16}, {26, ScalarType::U8},  {27, ScalarType::U4},
    {28, ScalarType::U2},    {29, ScalarType::U1},       {36, ScalarType::U6},  {37, ScalarType::U3},  {47, ScalarType::F8E8M0FNU}};

constexpr std::string_view kIdentifiers = "identifiers";

graph::Dim sizeOf(std::int64_t size, SlotGraph& graph) {
    if (size < 0) return {0, graph.intern("?"), false};
    return {size, {}, true};
}

}  // namespace

std::optional<MlirCursor> CoreAiValues::ofKind(std::uint32_t attribute, std::uint64_t kind) const {
    const MlirEntry* entry = attributeOf(attribute);
    if (entry == nullptr || !entry->custom || m_file.dialectOf(*entry) != kOwnDialect) return std::nullopt;
    MlirCursor cursor(entry->bytes);
    return cursor.number() == kind ? std::optional(cursor) : std::nullopt;
}

std::optional<CoreAiValues::Fields> CoreAiValues::fields(std::uint32_t attribute) const {
    const MlirEntry* entry = attributeOf(attribute);
    if (entry == nullptr || !entry->custom) return std::nullopt;
    const std::string_view dialect = m_file.dialectOf(*entry);
    MlirCursor cursor(entry->bytes);
    const auto kind = cursor.number();
    if (!kind || (dialect != kOwnDialect && dialect != kBuiltinDialect)) return std::nullopt;
    Fields out{*kind, dialect == kOwnDialect, {}, {}};
    const auto layout =
        std::ranges::find_if(kLayouts, [&](const AttributeLayout& one) { return one.own == out.own && one.kind == *kind; });
    if (layout == kLayouts.end()) return out;
    for (const char part : layout->parts) {
        const auto first = cursor.index();
        if (!first) return std::nullopt;
        if (part == 's') out.text = m_file.string(*first);
        if (part == 'a') out.attributes.push_back(*first);
        if (part != 'l' && part != 'p') continue;
        const std::uint64_t count = std::uint64_t{*first} * (part == 'p' ? 2 : 1);
        if (count > cursor.remaining() || !m_budget.take(count)) return std::nullopt;
        for (std::uint64_t i = 0; i < count; ++i) out.attributes.push_back(cursor.index().value_or(kNoAttribute));
    }
    return out;
}

void CoreAiValues::setType(std::uint32_t type, SlotGraph& graph, SlotSpec& spec) const {
    spec.kind = graph::ValueKind::Unknown;
    const MlirEntry* entry = type < m_file.types.size() ? &m_file.types[type] : nullptr;
    if (entry == nullptr || !entry->custom || m_file.dialectOf(*entry) != kOwnDialect) return;
    MlirCursor cursor(entry->bytes);
    if (cursor.number() != kTensorType) return;
    const auto rank = cursor.index();
    if (!rank || *rank > cursor.remaining() || !m_budget.take(*rank)) return;
    std::vector<graph::Dim> dims;
    for (std::uint32_t i = 0; i < *rank; ++i) {
        const auto size = cursor.signedNumber();
        if (!size) return;
        dims.push_back(sizeOf(*size, graph));
    }
    const auto element = cursor.index();
    if (!element || *element >= m_file.types.size()) return;
    const MlirEntry& of = m_file.types[*element];
    MlirCursor inner(of.bytes);
    const auto kind = of.custom && m_file.dialectOf(of) == kOwnDialect ? inner.number() : std::nullopt;
    spec.kind = graph::ValueKind::Tensor;
    spec.dims = std::move(dims);
    if (!kind) return;
    spec.typeCode = static_cast<std::int64_t>(*kind);
    spec.type = typeOf(kElementTypes, *kind);
}

std::optional<std::string_view> CoreAiValues::text(std::uint32_t attribute) const {
    const auto found = fields(attribute);
    if (!found || found->kind != (found->own ? own::kString : builtin::kString)) return std::nullopt;
    return found->text;
}

/// Width in bits, a byte that says whether it has no sign, value: a byte up to 8 bits, else a signed number.
std::optional<std::int64_t> CoreAiValues::integer(std::uint32_t attribute) const {
    auto cursor = ofKind(attribute, own::kInteger);
    const auto width = cursor ? cursor->number() : std::nullopt;
    if (!width || *width > 64 || !cursor->byte()) return std::nullopt;
    if (*width > 8) return cursor->signedNumber();
    const auto byte = cursor->byte();
    return byte ? std::optional<std::int64_t>(*byte) : std::nullopt;
}

std::vector<std::uint32_t> CoreAiValues::list(std::uint32_t attribute) const {
    auto found = fields(attribute);
    if (!found || !found->own || (found->kind != own::kArray && found->kind != own::kDictionary)) return {};
    return std::move(found->attributes);
}

std::vector<CoreAiNamed> CoreAiValues::entries(std::uint32_t attribute) const {
    std::vector<CoreAiNamed> named;
    for (const std::uint32_t one : list(attribute))
        if (const auto found = fields(one); found && found->own && found->kind == own::kNamed && found->attributes.size() == 1)
            named.push_back({found->text, found->attributes.front()});
    return named;
}

std::optional<std::uint32_t> CoreAiValues::entry(std::uint32_t attribute, std::string_view name) const {
    const auto named = entries(attribute);
    const auto hit = std::ranges::find(named, name, &CoreAiNamed::name);
    return hit == named.end() ? std::nullopt : std::optional(hit->attribute);
}

/// Whether one element stands for all, then size and bytes; or the number of a resource.
std::optional<CoreAiData> CoreAiValues::data(std::uint32_t attribute) const {
    if (auto resource = ofKind(attribute, own::kResource)) {
        const auto number = resource->index();
        if (!number || *number >= m_file.resources.size()) return std::nullopt;
        const ByteRange& bytes = m_file.resources[*number].bytes;
        return bytes.hasData() ? std::optional(CoreAiData{bytes, false}) : std::nullopt;
    }
    auto cursor = ofKind(attribute, own::kDense);
    const auto splat = cursor ? cursor->byte() : std::nullopt;
    const auto size = splat ? cursor->number() : std::nullopt;
    if (!size || *size > cursor->remaining()) return std::nullopt;
    auto part = m_file.file.part(m_file.attributes[attribute].at + cursor->position(), *size);
    return part ? std::optional(CoreAiData{*std::move(part), *splat != 0}) : std::nullopt;
}

/// A parameter whose value is a symbol: a count and so many strings.
std::optional<std::string_view> CoreAiValues::symbol(std::uint32_t attribute) const {
    if (const auto parameter = fields(attribute);
        parameter && parameter->own && parameter->kind == own::kParameter && !parameter->attributes.empty())
        attribute = parameter->attributes.front();
    auto cursor = ofKind(attribute, own::kSymbol);
    const auto count = cursor ? cursor->number() : std::nullopt;
    const auto name = count && *count > 0 ? cursor->index() : std::nullopt;
    return name && *name < m_file.strings.size() ? std::optional(m_file.string(*name)) : std::nullopt;
}

Argument CoreAiValues::argument(std::uint32_t attribute, SlotGraph& graph, int depth) const {
    if (const auto word = text(attribute)) return graph.text(*word);
    if (const auto number = integer(attribute)) return SlotGraph::integer(*number);
    if (auto cursor = ofKind(attribute, own::kFloat)) {
        const auto width = cursor->number();
        const auto bits = cursor->signedNumber();
        if (width == 32U && bits) return SlotGraph::number(double{std::bit_cast<float>(static_cast<std::uint32_t>(*bits))});
        if (width == 64U && bits) return SlotGraph::number(std::bit_cast<double>(*bits));
    }
    if (const auto name = symbol(attribute)) return graph.text(*name);
    const auto found = fields(attribute);
    if (found && found->own && found->kind == own::kArray && depth < kDeepestAttribute &&
        found->attributes.size() <= kMostLiteralValues && m_budget.take(found->attributes.size())) {
        std::vector<Argument> items;
        for (const std::uint32_t one : found->attributes) items.push_back(argument(one, graph, depth + 1));
        return graph.list(items);
    }
    const std::string what = found ? (found->own ? "attribute " : "builtin attribute ") + std::to_string(found->kind) : "attribute";
    return graph.word(graph::ArgumentKind::Object, what);
}

/// Names stand in lists called "identifiers", in the metadata of a location: of the dialect's own, or of the builtin dialect.
void CoreAiValues::addOrigins(std::uint32_t attribute, bool named, int depth, std::vector<std::string>& names) const {
    if (depth > kDeepestAttribute || names.size() >= kMostOrigins || !m_budget.take(1)) return;
    const auto found = fields(attribute);
    if (!found) return;
    if (named)
        if (const auto word = text(attribute)) return names.emplace_back(*word), void();
    if (!found->own && found->kind == builtin::kDictionary) {
        for (std::size_t i = 0; i + 1 < found->attributes.size(); i += 2)
            if (text(found->attributes[i]) == kIdentifiers) addOrigins(found->attributes[i + 1], true, depth + 1, names);
        return;
    }
    if (found->own && found->kind == own::kNamed && !named && found->text != kIdentifiers) return;
    const bool inside = named || (found->own && found->kind == own::kNamed);
    for (const std::uint32_t one : found->attributes) addOrigins(one, inside, depth + 1, names);
}

const std::vector<std::string>& CoreAiValues::origins(std::uint32_t location) {
    const auto [at, fresh] = m_origins.try_emplace(location);
    if (fresh) addOrigins(location, false, 0, at->second);
    return at->second;
}

}  // namespace etscope::delegates
