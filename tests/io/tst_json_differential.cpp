// The forward reader against nlohmann's parser: random documents, longer than the window too, and documents with one structural
// character too many, too few or another. Seeded, so every run is the same.
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "io/json_reader.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using Dom = nlohmann::ordered_json;
using Random = std::mt19937_64;

class TestJsonDifferential : public QObject {
    Q_OBJECT
private slots:
    void randomDocuments_data();
    void randomDocuments();
    void damagedDocuments();
};

namespace {

std::string randomText(Random& random) {
    static const std::vector<std::string> pieces{"a",
                                                 "node_1",
                                                 "\"",
                                                 "\\",
                                                 "/",
                                                 "\b",
                                                 "\f",
                                                 "\n",
                                                 "\t",
                                                 "\xC3\xA9",
                                                 "\xE2\x82\xAC",
                                                 "\xF0\x9F\x98\x80",
                                                 std::string(1, '\0'),
                                                 "\x1F"};
    std::string text;
    for (std::size_t n = random() % 8; n > 0; --n) text += pieces[random() % pieces.size()];
    if (random() % 40 == 0) text += std::string(random() % 400, 'x');
    return text;
}

double randomDouble(Random& random) {
    const double value = std::bit_cast<double>(random());
    return std::isfinite(value) ? value : 0.1;
}

Dom randomValue(Random& random, int depth) {
    switch (random() % (depth > 0 ? 9 : 7)) {
        case 0: return nullptr;
        case 1: return random() % 2 == 0;
        case 2: return static_cast<std::int64_t>(random());
        case 3: return static_cast<std::int64_t>(random() % 2000) - 1000;
        case 4: return randomDouble(random);
        case 5:
        case 6: return randomText(random);
        case 7: {
            Dom array = Dom::array();
            for (std::size_t n = random() % 6; n > 0; --n) array.push_back(randomValue(random, depth - 1));
            return array;
        }
        default: {
            Dom object = Dom::object();
            for (std::size_t n = random() % 6; n > 0; --n) object[randomText(random)] = randomValue(random, depth - 1);
            return object;
        }
    }
}

/// Blanks of all kinds between the tokens.
std::string spacedOut(const std::string& text, Random& random) {
    std::string spaced;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') inString = !inString;
        const bool structural = !inString && std::string_view("{}[],:").find(c) != std::string_view::npos;
        const auto blanks = [&] {
            return structural && random() % 4 == 0 ? std::string(random() % 5, " \n\r\t"[random() % 4]) : "";
        };
        spaced += blanks() + c + blanks();
        if (inString && c == '\\') spaced += text[++i];
    }
    return spaced;
}

/// What the reader makes of the next value; discarded: it failed.
Dom valueOf(JsonReader& json) {
    using Kind = JsonReader::Kind;
    switch (json.peek()) {
        case Kind::Null: return json.takeNull() ? Dom(nullptr) : Dom(Dom::value_t::discarded);
        case Kind::True:
        case Kind::False: return json.boolean().value();
        case Kind::Number: {
            const auto number = json.number();
            if (!number) return Dom(Dom::value_t::discarded);
            return number->kind == JsonNumber::Kind::Int ? Dom(number->integer) : Dom(number->real);
        }
        case Kind::String: {
            const auto text = json.string();
            return text ? Dom(std::string(*text)) : Dom(Dom::value_t::discarded);
        }
        case Kind::Array: {
            Dom array = Dom::array();
            json.array([&] { array.push_back(valueOf(json)); });
            return array;
        }
        case Kind::Object: {
            Dom object = Dom::object();
            json.object([&](std::string_view key) {
                const std::string name(key);
                object[name] = valueOf(json);
            });
            return object;
        }
        case Kind::Failed: break;
    }
    return Dom(Dom::value_t::discarded);
}

/// The whole text as a value; nothing when it is no document.
std::optional<Dom> read(const std::string& text) {
    const JobContext job;
    JsonReader json(test::inMemory(text), job);
    Dom value = valueOf(json);
    if (json.failed() || !json.atEnd()) return std::nullopt;
    return value;
}

}  // namespace

void TestJsonDifferential::randomDocuments_data() {
    QTest::addColumn<int>("values");
    QTest::addColumn<int>("rounds");
    QTest::newRow("short") << 1 << 1500;
    QTest::newRow("longer than the window") << 12'000 << 4;
}

void TestJsonDifferential::randomDocuments() {
    QFETCH(int, values);
    QFETCH(int, rounds);
    Random random(static_cast<std::uint64_t>(values));
    for (int round = 0; round < rounds; ++round) {
        Dom document = values == 1 ? randomValue(random, 5) : Dom::array();
        for (int i = 0; values > 1 && i < values; ++i) document.push_back(randomValue(random, 4));
        const bool ascii = random() % 2 == 0;
        const std::string text = spacedOut(document.dump(random() % 3 == 0 ? 2 : -1, ' ', ascii), random);
        QVERIFY2(values == 1 || text.size() > (std::size_t{256} << 10U), "longer than one window");
        const Dom expected = Dom::parse(text);
        const auto seen = read(text);
        QVERIFY2(seen, text.substr(0, 500).c_str());
        QVERIFY2(*seen == expected, (text.substr(0, 500) + "\nread as\n" + seen->dump(-1, ' ', true).substr(0, 500)).c_str());
    }
}

// Only characters outside strings are changed: inside, the reader takes more than the standard does (json_reader.h).
void TestJsonDifferential::damagedDocuments() {
    Random random(7);
    std::size_t valid = 0, broken = 0;
    for (int round = 0; round < 4000; ++round) {
        Dom document = Dom::array();
        for (int i = 0; i < 3; ++i) document.push_back(randomValue(random, 3));
        std::string text = document.dump();
        std::vector<std::size_t> places;
        bool inString = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '"') inString = !inString;
            if (inString && text[i] == '\\')
                ++i;
            else if (!inString && std::string_view("{}[],:").find(text[i]) != std::string_view::npos)
                places.push_back(i);
        }
        const std::size_t place = places[random() % places.size()];
        const char other = "{}[],: "[random() % 7];
        switch (random() % 3) {
            case 0: text.erase(place, 1); break;
            case 1: text.insert(place, 1, other); break;
            default: text[place] = other;
        }
        bool expected = true;
        try {
            expected = !Dom::parse(text).is_discarded();
        } catch (const Dom::out_of_range&) {
            continue;  // a number beyond double, which is infinity for us as for Python
        } catch (const Dom::parse_error&) {
            expected = false;
        }
        const bool seen = read(text).has_value();
        QVERIFY2(seen == expected, (std::string(expected ? "refused: " : "accepted: ") + text).c_str());
        ++(expected ? valid : broken);
    }
    QVERIFY2(valid > 50 && broken > 1000, "both kinds are met");
}

ETSCOPE_TEST(TestJsonDifferential)
#include "tst_json_differential.moc"
