#include "io/json.h"

#include <optional>
#include <string>

#include "base/limits.h"
#include "base/number_text.h"
#include "base/utf8.h"

namespace etscope {
namespace {

using nlohmann::json;

/// What a value costs in a document, by what libstdc++ and nlohmann_json allocate for it.
constexpr std::uint64_t kValueCost = 32;   ///< with the room that a list keeps to grow
constexpr std::uint64_t kObjectCost = 64;  ///< also of lists and texts: a block of their own
constexpr std::uint64_t kMemberCost = 96;  ///< a node of the map, with its key

/// Builds the document while it counts depth and memory; stops where one is beyond its limit.
class DocumentBuilder final : public nlohmann::json_sax<json> {
public:
    explicit DocumentBuilder(std::uint64_t memory) : m_memory(memory) {}

    json& document() { return m_root; }
    /// Why it stopped before the end; nothing for a syntax error.
    const std::optional<std::string>& limit() const { return m_limit; }
    /// Of the first wrong byte.
    std::size_t position() const { return m_position; }

    bool null() override { return put(nullptr, 0) != nullptr; }
    bool boolean(bool value) override { return put(value, 0) != nullptr; }
    bool number_integer(number_integer_t value) override { return put(value, 0) != nullptr; }
    bool number_unsigned(number_unsigned_t value) override { return put(value, 0) != nullptr; }
    bool number_float(number_float_t value, const string_t&) override { return put(value, 0) != nullptr; }
    bool string(string_t& value) override {
        const std::uint64_t size = value.size();
        return put(std::move(value), kObjectCost + size) != nullptr;
    }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        if (!spend(kMemberCost + name.size())) return false;
        m_member = &(*m_open.back())[name];
        return true;
    }
    bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
        m_position = at == 0 ? 0 : at - 1;
        return false;
    }

private:
    bool spend(std::uint64_t bytes) {
        m_used += bytes;
        if (m_used > m_memory) m_limit = "its values would take more than " + std::to_string(m_memory) + " bytes of memory";
        return m_used <= m_memory;
    }
    /// Where the value is in the document now; null beyond the limit.
    json* put(json value, std::uint64_t more) {
        if (!spend(kValueCost + more)) return nullptr;
        json* place = &m_root;
        if (!m_open.empty() && m_open.back()->is_array())
            place = &m_open.back()->emplace_back();
        else if (!m_open.empty())
            place = m_member;
        *place = std::move(value);
        return place;
    }
    bool open(json container) {
        if (m_open.size() >= limits::kMaxDomDepth) {
            m_limit = "it nests more than " + std::to_string(limits::kMaxDomDepth) + " levels";
            return false;
        }
        json* place = put(std::move(container), kObjectCost);
        if (place != nullptr) m_open.push_back(place);
        return place != nullptr;
    }
    bool close() {
        m_open.pop_back();
        return true;
    }

    const std::uint64_t m_memory;
    std::uint64_t m_used = 0;
    std::optional<std::string> m_limit;
    std::size_t m_position = 0;
    json m_root;
    std::vector<json*> m_open;  ///< from the root to where the next value goes
    json* m_member = nullptr;   ///< of the innermost object, for the next value
};

}  // namespace

Result<json> parseJson(std::string_view text, std::uint64_t storedSize) {
    if (text.size() > limits::kMaxDomJson)
        return fail("limit-exceeded", std::to_string(text.size()) + " bytes of JSON where a small table is expected");
    DocumentBuilder builder(limits::kDomMemoryFloor + limits::kDomMemoryFactor * storedSize);
    if (json::sax_parse(text, &builder)) return std::move(builder.document());
    if (builder.limit()) return fail("limit-exceeded", "this JSON cannot be read: " + *builder.limit());
    return fail("json-invalid", "this is not JSON", std::to_string(std::min(builder.position(), text.size())));
}

Result<json> readJson(const ByteRange& range, Diagnostics& diagnostics) {
    if (range.size > limits::kMaxDomJson)
        return fail("limit-exceeded", std::to_string(range.size) + " bytes of JSON where a small table is expected", range.where());
    auto bytes = range.readAll();
    if (!bytes) return bytes.failure();
    std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    *bytes = {};
    if (!isValidUtf8(text)) {
        diagnostics.warning("json-invalid-utf8", range.where(), "invalid UTF-8 was replaced");
        text = repairedUtf8(text);
    }
    auto document = parseJson(text, range.storedSize());
    if (document) return document;
    const auto at = parseInt(document.error().where).value_or(0);
    return fail(document.error().code, document.error().message, range.where(std::min(static_cast<std::uint64_t>(at), range.size)));
}

}  // namespace etscope
