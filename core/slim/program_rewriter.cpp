#include "slim/program_rewriter.h"

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "io/sha256.h"
#include "slim/artifact_rewriter.h"
#include "slim/json_edits.h"
#include "slim/sinks.h"

namespace etscope::slim {
namespace {

/// What a text of JSON is: the program, or one of the texts inside its strings.
enum class Document : std::uint8_t { Program, Lowered, NamedData, Provenance, TreeSpec, KeyList };

constexpr std::string_view kDelegateCall = "executorch_call_delegate";
/// Strings that are looked at; longer ones are texts of their own.
constexpr std::size_t kHead = JsonReader::kMaxText;

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::ranges::find(words, word) != words.end();
}

/// Where the name of a value stands as "name" (docs/FORMATS.md "Arguments").
constexpr std::array<std::string_view, 9> kNamedValues{
    "as_tensor", "as_tensors", "as_custom_obj", "as_optional_tensors", "arg", "nodes", "constant_input", "as_token", "token"};
/// What a graph's input stands for.
constexpr std::array<std::string_view, 4> kTargets{"parameter_name", "buffer_name", "tensor_constant_name", "custom_obj_name"};
/// Tables of a graph by the names of its values.
constexpr std::array<std::string_view, 4> kValueTables{"tensor_values", "sym_int_values", "sym_bool_values", "custom_obj_values"};

/// Walks one document. What is inside its strings is walked by another.
class Walker {
public:
    Walker(const ByteRange& document, Document kind, ByteSink* sink, Work& work, int depth)
        : m_edits(document, sink, work.job), m_json(m_edits.reader()), m_kind(kind), m_work(work), m_depth(depth) {}

    Result<void> walk() {
        value({}, {});
        return m_edits.finish();
    }

private:
    const Drop& drop() const noexcept { return m_work.drop; }

    /// The value of member `key` in the object or list that is `container`; elements of a list have its key.
    void value(std::string_view key, std::string_view container) {
        switch (m_json.peek()) {
            case JsonReader::Kind::Object: return object(key, container);
            case JsonReader::Kind::Array: return list(key);
            case JsonReader::Kind::String: return string(key, container);
            default: m_json.skip();
        }
    }

    void object(std::string_view container, std::string_view around) {
        const bool keyed = drop().names && hasNamedKeys(container, around);
        std::uint64_t before = m_json.offset();
        m_json.object([&](std::string_view text) {
            const std::string key(text);
            if (keyed)
                m_edits.replaceKey(before, m_kind == Document::NamedData ? m_work.names.parameter(key) : m_work.names.value(key));
            value(key, container);
            before = m_json.offset();
        });
        if (container == "nodes") m_delegateCall = false;
    }

    bool hasNamedKeys(std::string_view container, std::string_view around) const {
        if (m_kind == Document::NamedData) return container == "pte_data" || around == "external_data";
        return isOneOf(container, kValueTables);
    }

    void list(std::string_view key) {
        const bool specs = key == "input_specs";
        m_json.array([&] {
            if (specs) m_input = m_target = {};
            value(key, key);
            if (specs && !m_edits.writes()) m_work.names.addInput(m_input, m_target);
        });
    }

    void string(std::string_view key, std::string_view container) {
        const auto text = m_json.text(kHead);
        if (!text) return;
        switch (m_kind) {
            case Document::Program: return programString(key, container, *text);
            case Document::Lowered: return loweredString(key, container, *text);
            case Document::NamedData: return namedDataString(key, *text);
            case Document::Provenance:
                if (key == "name" || key == "target")
                    rename(*text, [this](std::string_view old) { return m_work.names.source(old); });
                return;
            case Document::TreeSpec:
                if (key == "context" && text->head.starts_with('[')) nested(*text, Document::KeyList);
                return;
            case Document::KeyList: return rename(*text, [this](std::string_view old) { return m_work.names.key(old); });
        }
    }

    void programString(std::string_view key, std::string_view container, const JsonText& text) {
        if (key == "target" && container == "nodes") m_delegateCall = text.head.ends_with(kDelegateCall);
        if (key == "as_string" && m_delegateCall && text.head.starts_with('{')) return nested(text, Document::Lowered);
        if (container == "metadata") return metadata(key, text);
        if (drop().names) named(key, container, text);
    }

    void metadata(std::string_view key, const JsonText& text) {
        if (key == "stack_trace" && drop().dropsSources()) {
            if (text.slice.size > 0 && m_edits.writes()) ++m_work.counts.traces;
            m_edits.replace(text.slice, {});
        }
        if (!drop().names) return;
        if (key == "nn_module_stack") rename(text, [this](std::string_view old) { return m_work.names.moduleStack(old); });
        if (key == "source_fn_stack") rename(text, [this](std::string_view old) { return m_work.names.sourceFunctions(old); });
        if (key == "from_node" && text.head.starts_with('[')) nested(text, Document::Provenance);
    }

    void named(std::string_view key, std::string_view container, const JsonText& text) {
        Names& names = m_work.names;
        if (isOneOf(key, kTargets)) {
            m_target = std::string(m_json.decoded(text));
            rename(text, [&](std::string_view old) { return names.parameter(old); });
        } else if ((key == "name" && isOneOf(container, kNamedValues)) || key == "as_name" || key == "user_input_name") {
            const std::string old(m_json.decoded(text));
            if (container == "nodes")
                names.addTaken(old);
            else
                m_input = old;
            rename(text, [&](std::string_view name) { return names.value(name); });
        } else if (key == "fqn") {
            rename(text, [&](std::string_view old) { return names.modulePath(old); });
        } else if (key == "in_spec" || key == "out_spec") {
            nested(text, Document::TreeSpec);
        }
    }

    void loweredString(std::string_view key, std::string_view container, const JsonText& text) {
        if (!container.empty()) return programString(key, container, text);  // of the program that was lowered
        if (key == "processed_bytes" && drop().weights) return removePayload(text);
        if (key == "original_state_dict" || key == "original_constants") return artifact(key, text);
        if (key == "named_data_store") nested(text, Document::NamedData);
    }

    void namedDataString(std::string_view key, const JsonText& text) {
        if ((key == "buffers" || key == "buffer") && drop().weights) removePayload(text);
    }

    template <class NewName>
    void rename(const JsonText& text, NewName&& newName) {
        if (!text.whole())
            return m_edits.keep(fail("limit-exceeded", "a name in the program is longer than " + std::to_string(kHead) + " bytes"));
        const std::string old(m_json.decoded(text));
        const std::string name = newName(old);
        if (name != old) m_edits.replace(text.slice, name);
    }

    /// JSON inside a JSON string.
    void nested(const JsonText& text, Document kind) {
        if (!m_edits.writes() && kind != Document::Lowered) return;
        if (m_depth >= limits::kMaxGraphDepth)
            return m_edits.keep(fail("delegate-too-deep", "texts nest more than " + std::to_string(m_depth) + " levels"));
        const auto plain = unescapedText(m_edits.part(text.slice), "text", m_work.job);
        if (!plain) return m_edits.keep(plain.failure());
        if (!m_edits.writes()) return m_edits.keep(Walker(*plain, kind, nullptr, m_work, m_depth + 1).walk());
        m_edits.replaceBy(text.slice, [&](ByteSink& sink) {
            EscapingSink escaping(sink);
            return Walker(*plain, kind, &escaping, m_work, m_depth + 1).walk();
        });
    }

    /// What torch.save wrote, as base64.
    void artifact(std::string_view key, const JsonText& text) {
        if (!m_edits.writes() || !changes(drop(), Holds::Weights) || text.slice.size == 0) return;
        const auto bytes = decodedBase64(m_edits.part(text.slice), "base64", m_work.job);
        if (!bytes) return m_edits.keep(bytes.failure());
        m_edits.replaceBy(text.slice, [&](ByteSink& sink) {
            Base64Sink digits(sink);
            auto written = rewriteArtifact(*bytes, Holds::Weights, std::string(key) + " of a delegate", digits, m_work);
            return written ? digits.finish() : written;
        });
    }

    void removePayload(const JsonText& text) {
        if (!m_edits.writes() || text.slice.size == 0) return;
        const auto bytes = decodedBase64(m_edits.part(text.slice), "base64", m_work.job);
        const auto hash = bytes ? sha256(*bytes, m_work.job) : Result<std::string>(bytes.failure());
        if (!hash) return m_edits.keep(hash.failure());
        const std::string mark = std::string(kRemovedPayload) + " " + std::to_string(bytes->size) + " sha256:" + *hash;
        m_work.counts.payloads += 1;
        m_work.counts.payloadBytes += bytes->size;
        m_edits.replaceBy(text.slice, [&](ByteSink& sink) {
            Base64Sink digits(sink);
            auto written = digits.write(std::string_view(mark));
            return written ? digits.finish() : written;
        });
    }

    JsonEdits m_edits;
    JsonReader& m_json;
    Document m_kind;
    Work& m_work;
    int m_depth;
    bool m_delegateCall = false;    ///< the node that is read calls a delegate
    std::string m_input, m_target;  ///< of the input that is read
};

}  // namespace

Result<void> collectNames(const ByteRange& program, Work& work) {
    return Walker(program, Document::Program, nullptr, work, 0).walk();
}

Result<void> rewriteProgram(const ByteRange& program, ByteSink& sink, Work& work) {
    return Walker(program, Document::Program, &sink, work, 0).walk();
}

}  // namespace etscope::slim
