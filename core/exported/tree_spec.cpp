#include "exported/tree_spec.h"

#include <optional>

#include "io/json_reader.h"

namespace etscope::exported {
namespace {

using Places = std::vector<std::string>;

/// A real model has some hundred inputs.
constexpr std::size_t kMaxLeaves = 100'000;
/// Characters of all places, counted on each level: real trees have 6 levels and places of some 40 characters.
constexpr std::size_t kMaxPlaceText = 64U << 20;

/// Keys of a dictionary, or field names, from a node's context, which is JSON text itself: ["x", "mask"]. The keys are JSON
/// values: numbers and booleans keep their spelling.
Places readKeys(JsonReader& json) {
    Places keys;
    json.array([&] {
        switch (json.peek()) {
            case JsonReader::Kind::String: keys.push_back("'" + std::string(json.string().value_or("")) + "'"); break;
            case JsonReader::Kind::Number: keys.emplace_back(json.number().value_or(JsonNumber{}).text); break;
            case JsonReader::Kind::True:
                json.skip();
                keys.emplace_back("True");
                break;
            case JsonReader::Kind::False:
                json.skip();
                keys.emplace_back("False");
                break;
            default:
                json.skip();
                keys.emplace_back("?");
                break;
        }
    });
    return keys;
}

/// Whatever the context holds: a list of keys, or an object with one in "dict_context" (defaultdict) or "fields" (namedtuple).
Places keysOf(const std::string& context) {
    JsonReader json(context);
    if (json.peek() == JsonReader::Kind::Array) return readKeys(json);
    Places keys;
    if (json.peek() != JsonReader::Kind::Object) return keys;
    json.object([&](std::string_view member) {
        const bool wanted = member == "dict_context" || member == "fields";
        if (wanted && json.peek() == JsonReader::Kind::Array)
            keys = readKeys(json);
        else
            json.skip();
    });
    return keys;
}

/// One SPEC; its leaves' places relative to it. Depth is bounded by the reader; `room` is what all places together may grow to:
/// each level writes those below it anew.
Places readSpec(JsonReader& json, std::size_t& room) {
    std::optional<std::string> type;
    std::string context;
    std::vector<Places> children;
    std::size_t leaves = 0;
    json.object([&](std::string_view key) {
        const bool isType = key == "type";
        if (isType || key == "context") {
            if (json.takeNull()) return;
            std::string text(json.string().value_or(""));
            if (isType)
                type = std::move(text);
            else
                context = std::move(text);
        } else if (key == "children_spec") {
            json.array([&] {
                Places child = readSpec(json, room);
                leaves += child.size();
                if (leaves <= kMaxLeaves) children.push_back(std::move(child));
            });
        } else {
            json.skip();
        }
    });
    if (!type && children.empty()) return {""};
    const bool isSequence = type && (*type == "builtins.tuple" || *type == "builtins.list" || *type == "collections.deque");
    const Places keys = isSequence ? Places{} : keysOf(context);
    Places places;
    for (std::size_t i = 0; i < children.size(); ++i) {
        const std::string step = "[" + (i < keys.size() ? keys[i] : std::to_string(i)) + "]";
        for (const std::string& place : children[i]) {
            const std::size_t size = step.size() + place.size();
            if (size > room) json.stop("tree-spec-damaged", "its places are far longer than those of real trees");
            if (size > room) return {};
            room -= size;
            places.push_back(step + place);
        }
    }
    return places;
}

/// The root's texts; the root is the entry without a name.
Result<Places> rootPlaces(const Program& program, graph::StringId ModuleCallEntry::*spec) {
    for (const ModuleCallEntry& entry : program.moduleCalls)
        if (program.graph->text(entry.fqn).empty() && (entry.*spec).valid())
            return treeSpecLeaves(program.graph->text(entry.*spec));
    return Places{};
}

}  // namespace

Result<Places> treeSpecLeaves(std::string_view spec) {
    const std::string owned(spec);
    JsonReader json(owned);
    if (json.peek() != JsonReader::Kind::Array) return fail("tree-spec-damaged", "a tree specification is not a list");
    Places places;
    std::size_t position = 0, room = kMaxPlaceText;
    json.array([&] {
        if (position++ == 1)
            places = readSpec(json, room);
        else
            json.skip();
    });
    if (json.failed() || position < 2) return fail("tree-spec-damaged", "a tree specification cannot be read");
    return places;
}

Result<Places> userInputPlaces(const Program& program) {
    auto places = rootPlaces(program, &ModuleCallEntry::inSpec);
    if (!places) return places;
    for (std::string& place : *places) {  // the root is (args, kwargs)
        if (place.starts_with("[0]"))
            place.replace(0, 3, "args");
        else if (place.starts_with("[1]"))
            place.replace(0, 3, "kwargs");
    }
    return places;
}

Result<Places> userOutputPlaces(const Program& program) { return rootPlaces(program, &ModuleCallEntry::outSpec); }

}  // namespace etscope::exported
