#include "traces/line_reader.h"

#include <nlohmann/json.hpp>

#include "io/json.h"
#include "traces/limits.h"

namespace etscope::traces {
namespace {

using Json = nlohmann::json;

const Json* member(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::string text(const Json& object, const char* key) {
    const Json* value = member(object, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

std::optional<std::int64_t> integer(const Json& object, const char* key) {
    const Json* value = member(object, key);
    if (value == nullptr || !value->is_number_integer()) return std::nullopt;
    if (value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
    return value->get<std::int64_t>();
}

std::optional<double> real(const Json& object, const char* key) {
    const Json* value = member(object, key);
    return value != nullptr && value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
}

/// A text, or an object's "name".
std::string nameOf(const Json& object, const char* key) {
    const Json* value = member(object, key);
    if (value == nullptr) return {};
    return value->is_string() ? value->get<std::string>() : text(*value, "name");
}

std::optional<std::vector<std::int64_t>> integers(const Json& object, const char* key) {
    const Json* value = member(object, key);
    if (value == nullptr || !value->is_array()) return std::nullopt;
    std::vector<std::int64_t> all;
    all.reserve(value->size());
    for (const Json& item : *value) {
        if (!item.is_number_integer()) return std::nullopt;
        all.push_back(item.get<std::int64_t>());
    }
    return all;
}

std::vector<std::string> texts(const Json& object, const char* key) {
    std::vector<std::string> all;
    const Json* value = member(object, key);
    if (value == nullptr || !value->is_array()) return all;
    for (const Json& item : *value)
        if (item.is_string()) all.push_back(item.get<std::string>());
    return all;
}

std::optional<FileClaim> fileClaim(const Json& object, const char* key) {
    const Json* value = member(object, key);
    if (value == nullptr) return std::nullopt;
    FileClaim claim{value->is_string() ? value->get<std::string>() : text(*value, "file"), text(*value, "sha256")};
    return claim.file.empty() ? std::nullopt : std::optional(claim);
}

Start readStart(const Json& line) {
    Start start;
    start.format = text(line, "format");
    start.program = fileClaim(line, "program");
    start.record = fileClaim(line, "record");
    start.tokenizer = fileClaim(line, "tokenizer");
    start.chatTemplate = fileClaim(line, "template");
    start.processor = fileClaim(line, "processor");
    start.runner = nameOf(line, "runner");
    start.device = nameOf(line, "device");
    if (const Json* runner = member(line, "runner")) {
        start.api = text(*runner, "api");
        start.memory = text(*runner, "memory");
    }
    if (start.memory.empty()) start.memory = text(line, "memory");
    start.values = text(line, "values");
    return start;
}

std::vector<ValueClaim> valueClaims(const Json& line, const char* key) {
    std::vector<ValueClaim> all;
    const Json* list = member(line, key);
    if (list == nullptr || !list->is_array()) return all;
    for (const Json& item : *list) {
        if (all.size() >= kMaxCallValues) break;
        ValueClaim claim;
        if (item.is_string()) {
            claim.file = item.get<std::string>();
        } else {
            claim.file = text(item, "file");
            claim.dtype = text(item, "dtype");
            claim.sha256 = text(item, "sha256");
            claim.shape = integers(item, "shape");
        }
        all.push_back(std::move(claim));
    }
    return all;
}

std::map<std::string, std::string> hashes(const Json* object) {
    std::map<std::string, std::string> all;
    if (object == nullptr || !object->is_object()) return all;
    for (const auto& [name, value] : object->items())
        if (value.is_string() && all.size() < kMaxCallValues) all.emplace(name, value.get<std::string>());
    return all;
}

Call readCall(const Json& line) {
    Call call;
    call.index = integer(line, "index").value_or(-1);
    call.method = text(line, "method");
    call.inputs = valueClaims(line, "inputs");
    call.outputs = valueClaims(line, "outputs");
    call.nanoseconds = integer(line, "ns");
    call.image = text(line, "image");
    if (const Json* dump = member(line, "dump"); dump != nullptr && dump->is_object())
        call.dump = DumpPlace{text(*dump, "file"), text(*dump, "values"), integer(*dump, "run")};
    if (const Json* state = member(line, "state")) {
        call.before = hashes(member(*state, "before"));
        call.after = hashes(member(*state, "after"));
    }
    return call;
}

Sampler readSampler(const Json* object) {
    Sampler sampler;
    if (object == nullptr || !object->is_object()) return sampler;
    sampler.told = true;
    sampler.temperature = real(*object, "temperature");
    sampler.topP = real(*object, "top_p");
    sampler.topK = integer(*object, "top_k");
    sampler.seed = integer(*object, "seed");
    for (const auto& [name, value] : object->items())
        if (name != "temperature" && name != "top_p" && name != "top_k" && name != "seed") sampler.others.push_back(name);
    return sampler;
}

Choice readChoice(const Json& line) {
    Choice choice;
    choice.call = integer(line, "call");
    choice.id = integer(line, "id");
    choice.output = integer(line, "output").value_or(0);
    choice.position = integer(line, "position");
    choice.sampler = readSampler(member(line, "sampler"));
    return choice;
}

bool isTrue(const Json& line, const char* key) {
    const Json* value = member(line, key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

void readContent(const Json& json, const std::string& kind, Line& line) {
    if (kind == "start")
        line.what = readStart(json);
    else if (kind == "message")
        line.what = Message{text(json, "role"), text(json, "text"), texts(json, "images")};
    else if (kind == "template")
        line.what = Template{text(json, "text"), isTrue(json, "continues")};
    else if (kind == "tokens")
        line.what =
            Tokens{integers(json, "ids").value_or(std::vector<std::int64_t>()), text(json, "of"), integer(json, "position")};
    else if (kind == "call")
        line.what = readCall(json);
    else if (kind == "choice")
        line.what = readChoice(json);
    else if (kind == "text")
        line.what = Text{text(json, "text")};
    else if (kind == "reset")
        line.what = Reset{text(json, "how")};
    else if (kind == "end")
        line.what = End{text(json, "reason")};
    else
        line.what = Other{kind};
}

}  // namespace

Result<Line> readLine(std::string_view content, std::size_t number) {
    const auto json = parseJson(content, content.size());
    if (!json) return json.failure();
    if (!json->is_object()) return fail("trace-line", "the line is no JSON object");
    const std::string kind = text(*json, "kind");
    if (kind.empty()) return fail("trace-line", "the line has no \"kind\"");
    Line line;
    line.number = number;
    line.time = integer(*json, "t");
    if (const Json* conversation = member(*json, "conversation"))
        line.conversation = conversation->is_string()           ? conversation->get<std::string>()
                            : conversation->is_number_integer() ? std::to_string(conversation->get<std::int64_t>())
                                                                : std::string();
    readContent(*json, kind, line);
    return line;
}

}  // namespace etscope::traces
