#include "mcp/bounded.h"

#include <algorithm>
#include <array>
#include <functional>

namespace etscope::mcp {
namespace {

using report::Json;

constexpr std::size_t kMostCuts = 20;
constexpr std::size_t kFewKeys = 60;  ///< objects of documents have fewer; those that are maps have as many as lists have rows

constexpr std::size_t kShortList = 16;  ///< shapes, strides: lists of so few numbers and words stay whole
constexpr std::size_t kShortListCharacters = 320;

/// How long lists and texts may be in one try.
struct Measure {
    std::size_t rows = 0, text = 0;
    bool cutsShortLists = false;
};
constexpr std::array<Measure, 10> kMeasures{{{100'000, 20'000},
                                             {200, 4'000},
                                             {100, 2'000},
                                             {50, 1'000},
                                             {20, 500},
                                             {10, 300},
                                             {5, 200},
                                             {2, 120},
                                             {0, 80},
                                             {0, 80, true}}};  // rather than nothing at all

/// Where the text may end so that its characters stay whole.
std::size_t wholeCharacters(const std::string& text, std::size_t end) {
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return end;
}

bool isShortList(const Json& value) {
    std::size_t characters = 0;
    for (const Json& one : value) characters += one.is_string() ? one.get_ref<const std::string&>().size() : 8;
    return value.size() <= kShortList && characters <= kShortListCharacters &&
           std::ranges::all_of(value, [](const Json& one) { return one.is_primitive(); });
}

std::string pointerTo(const std::string& at, const std::string& key) {
    std::string escaped = at + "/";
    for (const char c : key) c == '~' ? escaped += "~0" : c == '/' ? escaped += "~1" : escaped += c;
    return escaped;
}

/// Copies as much of a value as the measure lets through, and stops where that is too much.
class Cutter {
public:
    Cutter(Measure measure, std::size_t characters) : m_measure(measure), m_left(characters) {}

    bool fits() const noexcept { return m_fits; }
    Json cut(const Json& value, const std::string& at, std::size_t offset) {
        if (!m_fits) return nullptr;
        if (value.is_array()) return list(value, at, offset);
        if (value.is_object()) return object(value, at, offset);
        if (value.is_string() && value.get_ref<const std::string&>().size() > m_measure.text) return text(value, at);
        take(value.is_string() ? value.get_ref<const std::string&>().size() + 3 : value.dump().size() + 1);
        return value;
    }
    std::vector<Cut>& cuts() noexcept { return m_cuts; }

private:
    void take(std::size_t characters) {
        m_fits = m_fits && characters <= m_left;
        m_left -= std::min(characters, m_left);
    }
    Json list(const Json& value, const std::string& at, std::size_t offset) {
        Json out = Json::array();
        const std::size_t from = std::min(offset, value.size());
        const std::size_t most = from == 0 && !m_measure.cutsShortLists && isShortList(value) ? kShortList : m_measure.rows;
        const std::size_t end = from + std::min(value.size() - from, most);
        take(2);
        for (std::size_t i = from; i < end && m_fits; ++i) out.push_back(cut(value[i], at + "/" + std::to_string(i), 0));
        if (from > 0 || end < value.size()) m_cuts.push_back({at, from, end - from, value.size(), false});
        return out;
    }
    Json object(const Json& value, const std::string& at, std::size_t offset) {
        Json out = Json::object();
        const std::size_t most = std::max(m_measure.rows, kFewKeys), from = std::min(offset, value.size());
        take(2);
        auto item = value.begin();
        std::advance(item, static_cast<std::ptrdiff_t>(from));
        for (; item != value.end() && m_fits && out.size() < most; ++item) {
            take(item.key().size() + 3);
            out[item.key()] = cut(item.value(), pointerTo(at, item.key()), 0);
        }
        if (out.size() < value.size()) m_cuts.push_back({at, from, out.size(), value.size(), false});
        return out;
    }
    Json text(const Json& value, const std::string& at) {
        const auto& whole = value.get_ref<const std::string&>();
        const std::size_t end = wholeCharacters(whole, m_measure.text);
        take(end + 6);
        m_cuts.push_back({at, 0, end, whole.size(), true});
        return whole.substr(0, end) + " …";
    }

    Measure m_measure;
    std::size_t m_left;
    bool m_fits = true;
    std::vector<Cut> m_cuts;
};

Result<const Json*> partOf(const Json& document, const std::string& at) {
    if (at.empty()) return &document;
    const auto known = [&](const Json& here) {
        std::string keys;
        if (here.is_object())
            for (const auto& [key, value] : here.items()) keys += (keys.empty() ? "" : ", ") + key;
        return here.is_object()  ? "there are: " + keys
               : here.is_array() ? "the list has " + std::to_string(here.size()) + " rows"
                                 : std::string("it has no parts");
    };
    if (at.front() != '/') return fail("no-such-place", "a pointer begins with /; " + known(document), at);
    const Json* here = &document;
    for (std::size_t start = 1; start <= at.size();) {
        const std::size_t end = std::min(at.find('/', start), at.size());
        const Json* const inside = here;
        try {
            const auto step = Json::json_pointer("/" + at.substr(start, end - start));
            here = inside->contains(step) ? &inside->at(step) : nullptr;
        } catch (const Json::exception&) {
            here = nullptr;
        }
        if (here == nullptr) return fail("no-such-place", known(*inside).substr(0, 2'000), at.substr(0, end));
        start = end + 1;
    }
    return here;
}

}  // namespace

Result<Bounded> bounded(const Json& document, const std::string& at, const Bounds& bounds) {
    const auto part = partOf(document, at);
    if (!part) return part.failure();
    if ((*part)->is_string()) {  // pages of a long text
        const BoundedText page = boundedText((*part)->get<std::string>(), bounds);
        return Bounded{page.text, page.cuts(at)};
    }
    for (const Measure& measure : kMeasures) {
        Cutter cutter({std::min(measure.rows, bounds.rows), measure.text, measure.cutsShortLists}, bounds.characters);
        Json value = cutter.cut(**part, at, bounds.offset);
        if (!cutter.fits()) continue;
        std::ranges::sort(cutter.cuts(), std::greater(), [](const Cut& cut) { return cut.of - cut.shown; });
        if (cutter.cuts().size() > kMostCuts) cutter.cuts().resize(kMostCuts);
        return Bounded{std::move(value), std::move(cutter.cuts())};
    }
    return fail("part-too-large", "it does not fit even with all lists left out: ask for a part of it", at);
}

std::vector<Cut> BoundedText::cuts(const std::string& at) const {
    std::vector<Cut> cuts;
    if (shown < of) cuts.push_back({at, from, shown, of, false});
    if (cutOf > 0) cuts.push_back({at + ", row " + std::to_string(from), 0, cutAt, cutOf, true});
    return cuts;
}

BoundedText boundedText(const std::string& text, const Bounds& bounds) {
    BoundedText out;
    std::size_t line = 0;
    for (std::size_t start = 0; start < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const bool within = line >= bounds.offset && out.shown == line - bounds.offset;
        const std::size_t length = std::min(end + 1, text.size()) - start;
        const bool fits = out.text.size() + end - start < bounds.characters;
        if (within && (fits || out.shown == 0)) {
            const std::size_t shown = fits ? length : wholeCharacters(text, start + bounds.characters) - start;
            out.text.append(text, start, shown);
            if (!fits) out.cutAt = shown, out.cutOf = end - start;
            ++out.shown;
        }
        start = end + 1;
    }
    out.from = std::min(bounds.offset, line);
    out.of = line;
    return out;
}

}  // namespace etscope::mcp
