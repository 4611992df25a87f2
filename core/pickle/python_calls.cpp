#include "pickle/python_calls.h"

#include <algorithm>
#include <array>
#include <vector>

namespace etscope::pickle {
namespace {

using Arguments = std::span<const ValueId>;
using Made = std::optional<ValueId>;

/// One more than any row takes: longer tuples need not be looked at.
constexpr std::size_t kTooManyArguments = 3;

/// The first `most` items.
std::vector<ValueId> firstItems(const ValueBuilder& builder, ValueId container, std::size_t most) {
    std::vector<ValueId> items;
    builder.forEachItem(container, [&](ValueId item) {
        items.push_back(item);
        return items.size() < most;
    });
    return items;
}

/// Appends copies of all items of `from`; the builder's budget bounds repetitions.
void copyItems(ValueBuilder& builder, ValueId from, ValueId to) { builder.append(to, firstItems(builder, from, SIZE_MAX)); }

/// Keys and values of a list of pairs, or nothing when it is not one. Charged, so that repeating it is bounded.
std::optional<std::vector<ValueId>> flattenedPairs(ValueBuilder& builder, ValueId list) {
    std::vector<ValueId> flat;
    bool pairs = builder.kind(list) == Kind::List;
    if (pairs)
        builder.forEachItem(list, [&](ValueId pair) {
            const Kind kind = builder.kind(pair);
            pairs = (kind == Kind::List || kind == Kind::Tuple) && builder.charge(2 * sizeof(ValueId));
            const std::vector<ValueId> both = pairs ? firstItems(builder, pair, 3) : std::vector<ValueId>{};
            pairs = both.size() == 2;
            flat.insert(flat.end(), both.begin(), both.end());
            return pairs;
        });
    return pairs ? std::optional(std::move(flat)) : std::nullopt;
}

/// OrderedDict() or, from Python 2, OrderedDict([[key, value], …]).
Made orderedDict(ValueBuilder& builder, ValueId callable, Arguments arguments) {
    if (arguments.size() > 1) return std::nullopt;
    const auto items = arguments.empty() ? std::optional(std::vector<ValueId>{}) : flattenedPairs(builder, arguments[0]);
    if (!items) return std::nullopt;
    const ValueId dict = builder.dict(builder.symbolIndex(callable));
    builder.append(dict, *items);
    return dict;
}

/// Counter({…}) or Counter().
Made counter(ValueBuilder& builder, ValueId callable, Arguments arguments) {
    if (arguments.size() > 1 || (arguments.size() == 1 && builder.kind(arguments[0]) != Kind::Dict)) return std::nullopt;
    const ValueId dict = builder.dict(builder.symbolIndex(callable));
    if (arguments.size() == 1) copyItems(builder, arguments[0], dict);
    return dict;
}

/// defaultdict(factory): the factory is never called.
Made defaultDict(ValueBuilder& builder, ValueId callable, Arguments arguments) {
    if (arguments.size() > 1) return std::nullopt;
    return builder.dict(builder.symbolIndex(callable));
}

/// dict() and list().
template <Kind kind>
Made emptyOf(ValueBuilder& builder, ValueId, Arguments arguments) {
    return arguments.empty() ? Made(builder.container(kind)) : std::nullopt;
}

template <bool frozen>
Made setFrom(ValueBuilder& builder, ValueId, Arguments arguments) {
    if (arguments.size() > 1 || (arguments.size() == 1 && builder.kind(arguments[0]) != Kind::List)) return std::nullopt;
    const ValueId set = frozen ? builder.frozenSet() : builder.container(Kind::Set);
    if (arguments.size() == 1) copyItems(builder, arguments[0], set);
    return set;
}

/// _codecs.encode(text, "latin1"): how protocol 2 spells bytes.
Made encoded(ValueBuilder& builder, ValueId, Arguments arguments) {
    if (arguments.size() != 2 || builder.kind(arguments[0]) != Kind::String || builder.kind(arguments[1]) != Kind::String)
        return std::nullopt;
    const std::string_view encoding = builder.textOf(arguments[1]);
    if (encoding != "latin1" && encoding != "latin-1") return std::nullopt;
    const ValueId bytes = builder.latin1Bytes(arguments[0]);
    return bytes.valid() ? Made(bytes) : std::nullopt;
}

/// bytes(), bytes(b"…"), bytearray(b"…"), bytearray("…", "latin-1").
Made byteString(ValueBuilder& builder, ValueId callable, Arguments arguments) {
    if (arguments.empty()) return builder.text(Kind::Bytes, 0, 0);
    if (arguments.size() == 1 && builder.kind(arguments[0]) == Kind::Bytes) return arguments[0];
    return encoded(builder, callable, arguments);
}

struct CallRow {
    std::string_view module;
    std::string_view name;
    Made (*make)(ValueBuilder&, ValueId, Arguments);
};
constexpr std::array kPythonCallsRows{
    CallRow{"collections", "OrderedDict", orderedDict}, CallRow{"collections", "Counter", counter},
    CallRow{"collections", "defaultdict", defaultDict}, CallRow{"builtins", "dict", emptyOf<Kind::Dict>},
    CallRow{"builtins", "list", emptyOf<Kind::List>},     CallRow{"builtins", "set", setFrom<false>},
    CallRow{"builtins", "frozenset", setFrom<true>},    CallRow{"builtins", "bytes", byteString},
    CallRow{"builtins", "bytearray", byteString},       CallRow{"_codecs", "encode", encoded},
};

auto rowOf(const Symbol& symbol) {
    return std::ranges::find_if(kPythonCallsRows,
                                [&](const CallRow& r) { return r.name == symbol.name && r.module == symbol.module; });
}

}  // namespace

bool isPythonCall(const Symbol& symbol) { return rowOf(symbol) != kPythonCallsRows.end(); }

std::optional<ValueId> pythonCall(ValueBuilder& builder, ValueId callable, ValueId arguments) {
    if (builder.kind(callable) != Kind::Symbol) return std::nullopt;
    const auto row = rowOf(builder.symbolOf(callable));
    if (row == kPythonCallsRows.end()) return std::nullopt;
    return row->make(builder, callable, firstItems(builder, arguments, kTooManyArguments));
}

}  // namespace etscope::pickle
