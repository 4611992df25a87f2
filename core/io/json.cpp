#include "io/json.h"

#include <string>

#include "base/limits.h"
#include "base/text.h"

namespace etscope {
namespace {

/// Offset of the byte where parsing stops, by a second pass that builds nothing.
std::size_t firstWrongByte(const std::string& text) {
    struct Locator : nlohmann::json_sax<nlohmann::json> {
        std::size_t position = 0;
        bool null() override { return true; }
        bool boolean(bool) override { return true; }
        bool number_integer(number_integer_t) override { return true; }
        bool number_unsigned(number_unsigned_t) override { return true; }
        bool number_float(number_float_t, const string_t&) override { return true; }
        bool string(string_t&) override { return true; }
        bool binary(binary_t&) override { return true; }
        bool start_object(std::size_t) override { return true; }
        bool key(string_t&) override { return true; }
        bool end_object() override { return true; }
        bool start_array(std::size_t) override { return true; }
        bool end_array() override { return true; }
        bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
            position = at;
            return false;
        }
    } locator;
    static_cast<void>(nlohmann::json::sax_parse(text, &locator));
    return locator.position == 0 ? 0 : locator.position - 1;
}

}  // namespace

Result<nlohmann::json> readJson(const ByteRange& range, Diagnostics& diagnostics) {
    if (range.size > limits::kMaxDomJson)
        return fail("limit-exceeded", std::to_string(range.size) + " bytes of JSON where a small table is expected", range.where());
    auto bytes = range.readAll();
    if (!bytes) return bytes.failure();
    std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (!isValidUtf8(text)) {
        diagnostics.warning("json-invalid-utf8", range.where(), "invalid UTF-8 was replaced");
        text = repairedUtf8(text);
    }
    auto document = nlohmann::json::parse(text, nullptr, false);
    if (document.is_discarded()) {
        const std::size_t at = firstWrongByte(text);
        return fail("json-invalid", "this is not JSON", range.where(std::min<std::uint64_t>(at, range.size)));
    }
    return document;
}

}  // namespace etscope
