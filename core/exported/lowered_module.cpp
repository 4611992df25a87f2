#include "exported/lowered_module.h"

#include <algorithm>

#include "base/base64.h"
#include "base/limits.h"
#include "exported/read_state.h"
#include "io/json_reader.h"

namespace etscope::exported {
namespace {

enum class Field : std::uint8_t { Backend, Processed, Specs, Module, StateDict, Constants, None };
constexpr WordTable kFields({std::pair<std::string_view, Field>{"backend_id", Field::Backend},
                             {"processed_bytes", Field::Processed},
                             {"compile_specs", Field::Specs},
                             {"original_module", Field::Module},
                             {"original_state_dict", Field::StateDict},
                             {"original_constants", Field::Constants}},
                            Field::None);

/// The content of a JSON string, decoded, in memory. The text is decoded where it was read: no second copy.
Result<ByteRange> unescapedRange(const ByteRange& document, const TextSlice& slice, std::string name) {
    auto part = document.part(slice.offset, slice.size);
    if (!part) return part.failure();
    if (slice.size > std::min(limits::settable().jsonBytes, memoryFor(*part)))
        return fail("limit-exceeded",
                    "a text inside the program has " + std::to_string(slice.size) + " bytes; raise it with --limits json-bytes=N",
                    document.where(slice.offset));
    std::vector<std::byte> bytes(static_cast<std::size_t>(slice.size));
    if (auto read = part->read(0, bytes); !read) return read.failure();
    bool good = true;
    bytes.resize(decodeJsonText(reinterpret_cast<char*>(bytes.data()), bytes.size(), good));
    return ByteRange::whole(Source::fromBytes(std::move(bytes), std::move(name)));
}

Base64Blob readBlob(JsonReader& json, const ByteRange& document) {
    const auto text = json.text(0);
    if (!text) return {};
    const auto part = document.part(text->slice.offset, text->slice.size);
    return part ? Base64Blob{*part} : Base64Blob{};
}

/// Reads members of a lowered module's document into `module`.
class LoweredReader {
public:
    LoweredReader(LoweredModule& module, const ByteRange& document, Diagnostics& diagnostics, const JobContext& job)
        : m_module(module), m_document(document), m_diagnostics(diagnostics), m_json(document, job) {}

    Result<void> read() {
        const bool isObject = m_json.object([this](std::string_view key) { readMember(key); });
        if (m_json.failed() && m_json.error().isCancelled()) return Failure{m_json.error()};
        if (m_json.failed()) m_diagnostics.error(m_json.error());
        if (!isObject)
            return fail("lowered-module-damaged", "the delegate call's document is not a JSON object", m_document.where());
        return {};
    }

private:
    void readMember(std::string_view key) {
        const Field field = kFields.find(key);
        if (m_json.takeNull()) return;
        switch (field) {
            case Field::Backend: m_module.backendId = m_json.string().value_or(""); break;
            case Field::Processed: m_module.processed = readBlob(m_json, m_document); break;
            case Field::Specs: m_json.array([this] { readSpec(); }); break;
            case Field::Module: readModule(); break;
            case Field::StateDict: m_module.originalStateDict = readBlob(m_json, m_document); break;
            case Field::Constants: m_module.originalConstants = readBlob(m_json, m_document); break;
            case Field::None: m_json.skip(); break;
        }
    }

    void readSpec() {
        CompileSpec spec;
        m_json.object([&](std::string_view key) {
            if (key == "key") {
                spec.key = m_json.string().value_or("");
            } else if (key == "value") {
                const std::uint64_t at = m_json.offset();
                auto value = decodeBase64(m_json.string().value_or(""));
                if (value)
                    spec.value = std::move(*value);
                else
                    m_diagnostics.warning("base64-damaged", m_document.where(at), "the value of a compile spec is not base64");
            } else {
                m_json.skip();
            }
        });
        m_module.compileSpecs.push_back(std::move(spec));
    }

    void readModule() {
        if (m_json.peek() != JsonReader::Kind::Object) return m_json.skip();
        const std::uint64_t first = m_json.offset();
        m_json.skip();
        // A text that ends early still holds the beginning of the program.
        if (const auto part = m_document.part(first, m_json.offset() - first)) m_module.originalModule = *part;
    }

    LoweredModule& m_module;
    const ByteRange& m_document;
    Diagnostics& m_diagnostics;
    JsonReader m_json;
};

}  // namespace

Result<ByteRange> Base64Blob::decode(std::string name) const {
    auto plain = unescapedRange(text, {0, text.size}, "base64");
    if (!plain) return plain;
    const auto bytes = plain->readAll();
    if (!bytes) return bytes.failure();
    auto decoded = decodeBase64({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!decoded) return fail("base64-damaged", "the text is not base64", text.where());
    return ByteRange::whole(Source::fromBytes(std::move(*decoded), std::move(name)));
}

Result<LoweredModule> LoweredModule::read(const graph::GraphModel& model, std::size_t index, Diagnostics& diagnostics,
                                          const JobContext& job, int depth) {
    if (index >= model.delegates().size())
        return fail("no-such-delegate", "the graph has " + std::to_string(model.delegates().size()) + " delegate calls");
    if (depth >= limits::kMaxGraphDepth)
        return fail("delegate-too-deep", "delegates nest more than " + std::to_string(limits::kMaxGraphDepth) + " levels");
    const graph::DelegateCall& call = model.delegates()[index];
    LoweredModule module;
    module.name = model.text(call.name);
    module.depth = depth + 1;
    const auto document = unescapedRange(model.document(), call.document, module.name);
    if (!document) return document.failure();
    if (auto done = LoweredReader(module, *document, diagnostics, job).read(); !done) return done.failure();
    return module;
}

Result<std::shared_ptr<const Program>> LoweredModule::program(Diagnostics& diagnostics, const JobContext& job) const {
    if (!originalModule.hasData())
        return fail("lowered-module-without-program", "'" + name + "' does not keep the graph it was made from");
    return Program::read(originalModule, diagnostics, job);
}

}  // namespace etscope::exported
