// Texts made to collide under the standard library's hash, which anybody can compute: they do not under ours.
#include <QtTest>
#include <cstring>
#include <set>

#include "base/text_hash.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

constexpr std::uint64_t kMul = 0xc6a4a7935bd1e995, kSeed = 0xc70f6907;

std::uint64_t mixed(std::uint64_t block) {
    block *= kMul;
    block ^= block >> 47U;
    return block * kMul;
}

/// Of odd numbers, modulo 2^64.
std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t x = odd;
    for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
    return x;
}

std::uint64_t unmixed(std::uint64_t block) {
    block *= inverse(kMul);
    block ^= block >> 47U;
    return block * inverse(kMul);
}

/// Texts of 16 bytes with one MurmurHash64A, which libstdc++ uses: the second block undoes what the first one did.
std::vector<std::string> colliding(std::size_t count) {
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t state = ((kSeed ^ (16 * kMul)) ^ mixed(i)) * kMul;
        const std::uint64_t second = unmixed(state ^ 0x1234'5678'9ABC'DEF0);
        std::string text(16, '\0');
        std::memcpy(text.data(), &i, 8);
        std::memcpy(text.data() + 8, &second, 8);
        texts.push_back(std::move(text));
    }
    return texts;
}

}  // namespace

class TestTextHash : public QObject {
    Q_OBJECT
private slots:
    void collisionsOfTheStandardHash();
    void tablesFindTheirTexts();
};

void TestTextHash::collisionsOfTheStandardHash() {
    std::set<std::size_t> ours, standard;
    for (const std::string& text : colliding(1000)) {
        ours.insert(textHash(text));
        standard.insert(std::hash<std::string>{}(text));
    }
    QCOMPARE(ours.size(), std::size_t{1000});
#ifdef __GLIBCXX__
    QCOMPARE(standard.size(), std::size_t{1});
#endif
}

void TestTextHash::tablesFindTheirTexts() {
    TextMap<int> map;
    TextViewSet views;
    const std::vector<std::string> texts = colliding(1000);
    for (int i = 0; const std::string& text : texts) map[text] = i++, views.insert(text);
    QCOMPARE(map.size(), std::size_t{1000});
    QCOMPARE(map.find(std::string_view(texts[7]))->second, 7);
    QVERIFY(views.contains(std::string(texts[8])));
    QVERIFY(!map.contains("none"));
}

ETSCOPE_TEST(TestTextHash)
#include "tst_text_hash.moc"
