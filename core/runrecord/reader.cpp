#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/json.h"
#include "runrecord/run_record.h"

namespace etscope::runrecord {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kSchema = "etscope.run/1";

/// Takes what is of the wanted kind and says what is not.
class Reader {
public:
    Reader(const ByteRange& file, Diagnostics& diagnostics) : m_file(file), m_diagnostics(diagnostics) {}

    void damaged(const std::string& what) const { m_diagnostics.error("run-record-damaged", m_file.where(), what); }

    std::string text(const Json& json, const char* key) const {
        const Json* found = find(json, key);
        if (found == nullptr || found->is_null()) return {};
        if (const auto* text = found->get_ptr<const std::string*>()) return *text;
        damaged(std::string(key) + " is no text");
        return {};
    }
    std::optional<std::int64_t> integer(const Json& json, const char* key) const {
        const Json* found = find(json, key);
        if (found == nullptr || found->is_null()) return std::nullopt;
        if (isInteger(*found)) return found->get<std::int64_t>();
        damaged(std::string(key) + " is no integer");
        return std::nullopt;
    }
    std::size_t count(const Json& json, const char* key) const {
        return static_cast<std::size_t>(std::max<std::int64_t>(0, integer(json, key).value_or(0)));
    }
    double number(const Json& json, const char* key) const {
        const Json* found = find(json, key);
        if (found != nullptr && found->is_number()) return found->get<double>();
        if (found != nullptr && *found == "Infinity") return std::numeric_limits<double>::infinity();
        if (found != nullptr && *found == "-Infinity") return -std::numeric_limits<double>::infinity();
        return std::numeric_limits<double>::quiet_NaN();
    }
    template <class Each>
    void list(const Json& json, const char* key, const Each& each) const {
        const Json* found = find(json, key);
        if (found == nullptr || found->is_null()) return;
        if (!found->is_array()) return damaged(std::string(key) + " is no list");
        for (const Json& one : *found) each(one);
    }
    template <class Each>
    void objects(const Json& json, const char* key, const Each& each) const {
        list(json, key, [&](const Json& one) {
            if (one.is_object())
                each(one);
            else
                damaged("an entry of " + std::string(key) + " is no object");
        });
    }
    std::vector<std::string> texts(const Json& json, const char* key) const {
        std::vector<std::string> found;
        list(json, key, [&](const Json& one) {
            if (one.is_string()) found.push_back(one.get<std::string>());
        });
        return found;
    }
    std::vector<std::int64_t> integers(const Json& json, const char* key) const {
        std::vector<std::int64_t> found;
        list(json, key, [&](const Json& one) {
            if (isInteger(one))
                found.push_back(one.get<std::int64_t>());
            else
                damaged("an entry of " + std::string(key) + " is no integer");
        });
        return found;
    }
    /// The name of a file in the folder; empty where it would lead out of it.
    std::string below(const Json& json, const char* key) const {
        std::string name = text(json, key);
        if (name.empty() || staysBelow(name)) return name;
        damaged(std::string(key) + " names no file below the folder of the run");
        return {};
    }
    HashedFile hashed(const Json& json, bool isBelow) const {
        HashedFile file{isBelow ? below(json, "file") : text(json, "file"), count(json, "size"), text(json, "sha256")};
        const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
        if (file.sha256.size() == 64 && std::ranges::all_of(file.sha256, isDigit)) return file;
        if (!file.sha256.empty()) damaged("a hash is not one of SHA-256");
        file.sha256.clear();
        return file;
    }
    static const Json* find(const Json& json, const char* key) {
        const auto found = json.is_object() ? json.find(key) : json.end();
        return found == json.end() ? nullptr : &*found;
    }

private:
    static bool isInteger(const Json& json) {
        if (json.is_number_unsigned()) return json.get<std::uint64_t>() <= std::uint64_t{1} << 62U;
        return json.is_number_integer();
    }

    const ByteRange& m_file;
    Diagnostics& m_diagnostics;
};

/// The value of that name; the last one where there is none.
template <class Enum>
Enum named(const std::string& word, std::string_view (*nameOf)(Enum) noexcept, Enum last) {
    for (int i = 0; i < static_cast<int>(last); ++i)
        if (nameOf(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
    return last;
}

std::optional<CallInput> inputOf(const Reader& reader, const Json& json) {
    CallInput input;
    const std::string kind = reader.text(json, "kind");
    if (kind != "none" && kind != "bool" && kind != "int" && kind != "float" && kind != "tensor") {
        reader.damaged("an input is of no known kind");
        return std::nullopt;
    }
    input.kind = named(kind, inputKindName, CallInput::Kind::Tensor);
    const Json* value = Reader::find(json, "value");
    if (input.kind == CallInput::Kind::Bool) input.boolean = value != nullptr && *value == true;
    if (input.kind == CallInput::Kind::Int) input.integer = reader.integer(json, "value").value_or(0);
    if (input.kind == CallInput::Kind::Double) input.number = reader.number(json, "value");
    if (input.kind != CallInput::Kind::Tensor) return input;
    input.type = reader.text(json, "type");
    input.shape = reader.integers(json, "shape");
    input.file = reader.below(json, "file");
    return input;
}

RunCall callOf(const Reader& reader, const Json& json) {
    RunCall call;
    call.method = reader.text(json, "method");
    call.source = named(reader.text(json, "source"), caseSourceName, CaseSource::Unknown);
    call.caseIndex = reader.integer(json, "case");
    if (call.caseIndex && *call.caseIndex < 0) call.caseIndex.reset();
    call.caseText = reader.text(json, "case_text");
    call.state = named(reader.text(json, "state"), callStateName, CallState::Unknown);
    call.message = reader.text(json, "message");
    call.nanos = reader.integer(json, "nanoseconds");
    bool whole = true;
    reader.objects(json, "inputs", [&](const Json& one) {
        auto input = inputOf(reader, one);
        whole = whole && input;
        if (input) call.inputs.push_back(*std::move(input));
    });
    if (!whole) call.inputs.clear();  // which is which is not told
    reader.objects(json, "outputs", [&](const Json& one) {
        call.outputs.push_back({reader.below(one, "file"), reader.text(one, "type")});
    });
    return call;
}

RunModule moduleOf(const Reader& reader, const Json& json, std::size_t calls) {
    RunModule module;
    module.pass = named(reader.text(json, "pass"), passName, Pass::Unknown);
    module.dump = reader.below(json, "dump");
    module.buffer = reader.below(json, "buffer");
    for (const std::int64_t call : reader.integers(json, "calls"))
        if (call >= 0 && static_cast<std::uint64_t>(call) < calls) module.calls.push_back(static_cast<std::size_t>(call));
    reader.objects(json, "runs", [&](const Json& one) {
        const auto run = reader.integer(one, "run"), call = reader.integer(one, "call");
        if (run && call && *run >= 0 && *call >= 0 && static_cast<std::uint64_t>(*call) < calls)
            module.runs.push_back({*run, static_cast<std::size_t>(*call)});
        else
            reader.damaged("a run of a dump is of no call");
    });
    return module;
}

Target targetOf(const Reader& reader, const Json& json) {
    return {reader.text(json, "kind"),    reader.text(json, "path"),  reader.text(json, "executorch"),
            reader.text(json, "version"), reader.text(json, "torch"), reader.texts(json, "backends")};
}

}  // namespace

Result<RunRecord> read(const ByteRange& file, Diagnostics& diagnostics) {
    const auto parsed = readJson(file, diagnostics);
    if (!parsed) return parsed.failure();
    const Json& json = *parsed;
    const Reader reader(file, diagnostics);
    if (!json.is_object() || reader.text(json, "schema") != kSchema)
        return fail("run-record-damaged", "no document of the schema etscope.run/1", file.where());
    RunRecord record;
    record.etscope = reader.text(json, "etscope");
    record.state = named(reader.text(json, "state"), runStateName, RunState::Unknown);
    if (const Json* error = Reader::find(json, "error"); error != nullptr && error->is_object())
        record.error = Error{reader.text(*error, "code"), reader.text(*error, "message"), {}};
    record.said = reader.text(json, "said");
    record.notes = reader.texts(json, "notes");
    if (const Json* target = Reader::find(json, "target")) record.target = targetOf(reader, *target);
    if (const Json* host = Reader::find(json, "host")) {
        record.system = reader.text(*host, "system");
        record.processors = reader.integer(*host, "processors").value_or(0);
    }
    record.started = reader.text(json, "started");
    record.seconds = reader.number(json, "seconds");
    record.values = reader.text(json, "values");
    record.modules = reader.text(json, "modules");
    record.repeat = reader.integer(json, "repeat").value_or(0);
    if (const Json* program = Reader::find(json, "program")) record.program = reader.hashed(*program, false);
    reader.objects(json, "data", [&](const Json& one) { record.data.push_back(reader.hashed(one, false)); });
    reader.objects(json, "methods", [&](const Json& one) {
        const Json* keeps = Reader::find(one, "keeps_state");
        record.methods.push_back(
            {reader.text(one, "name"), keeps != nullptr && keeps->is_boolean() ? std::optional(keeps->get<bool>()) : std::nullopt});
    });
    reader.objects(json, "calls", [&](const Json& one) { record.calls.push_back(callOf(reader, one)); });
    reader.objects(json, "passes", [&](const Json& one) { record.passes.push_back(moduleOf(reader, one, record.calls.size())); });
    reader.objects(json, "written", [&](const Json& one) {
        HashedFile file = reader.hashed(one, true);
        if (!file.file.empty()) record.written.push_back(std::move(file));
    });
    return record;
}

}  // namespace etscope::runrecord
