// Ids of texts against those of the package `tokenizers` (tests/fixtures/conversations/encodings.json), and what is refused.
#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

#include "support/test_case.h"
#include "tokens/encoder.h"

using namespace etscope;
using namespace etscope::tokens;

namespace {

const QString kEncodings = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/encodings.json");
const QString kTokenizers = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/tokenizers/");

std::string allOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

Result<std::shared_ptr<const Encoder>> encoderOf(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return Encoder::read(ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "tokenizer.json")), {});
}

}  // namespace

class TestEncoder : public QObject {
    Q_OBJECT
private slots:
    void idsOfTexts_data() {
        QTest::addColumn<QByteArray>("row");
        for (const auto& row : nlohmann::json::parse(allOf(kEncodings)))
            QTest::newRow(row["name"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
    }
    void idsOfTexts() {
        QFETCH(QByteArray, row);
        const auto told = nlohmann::json::parse(row.toStdString());
        const QString file = kTokenizers + QString::fromStdString(told["name"]) + ".json";
        const auto encoder = encoderOf(told["tokenizer"].is_null() ? allOf(file) : told["tokenizer"].dump());
        QVERIFY2(encoder, encoder ? "" : encoder.error().message.c_str());
        std::size_t same = 0;
        for (const auto& one : told["rows"]) {
            const auto ids = (*encoder)->encode(one["text"].get<std::string>(), {});
            // Normal forms of characters beyond ASCII are refused, never guessed.
            if (!ids) {
                QCOMPARE(ids.error().code, std::string("encoding-unsupported"));
                continue;
            }
            QVERIFY2(!one["ids"].is_null(), one["text"].get<std::string>().c_str());
            QVERIFY2(*ids == one["ids"].get<std::vector<std::int64_t>>(),
                     (one.dump() + " is " + nlohmann::json(*ids).dump()).c_str());
            ++same;
        }
        QVERIFY(same >= told["rows"].size() / 2);
    }

    void refusals_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* text, const char* code) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(code);
        };
        row("no JSON", "ranks", "encoding-unsupported");
        row("cut", R"({"model": {"type": "BPE", "vocab": {"a": 0)", "tokenizer-invalid");
        row("model", R"({"model": {"type": "Other", "vocab": {"a": 0}}})", "encoding-unsupported");
        row("normaliser", R"({"normalizer": {"type": "Precompiled"}, "model": {"type": "WordLevel", "vocab": {"a": 0}}})",
            "encoding-unsupported");
        row("pattern",
            R"({"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(?<=a)b"}, "behavior": "Isolated"}, "model": {"type": "WordLevel", "vocab": {}}})",
            "encoding-unsupported");
        row("processor", R"({"post_processor": {"type": "Odd"}, "model": {"type": "WordLevel", "vocab": {}}})",
            "encoding-unsupported");
        row("types", R"({"added_tokens": [1, {"id": "x"}], "normalizer": 3, "model": []})", "encoding-unsupported");
    }
    void refusals() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, code);
        const auto encoder = encoderOf(text.toStdString());
        QVERIFY(!encoder);
        QCOMPARE(QByteArray::fromStdString(encoder.error().code), code);
    }

    /// A long word of a vocabulary that merges everything takes no square of its length.
    void longWords() {
        std::string vocabulary, merges;
        for (std::size_t size = 1; size <= 64; size *= 2) {
            vocabulary += (size > 1 ? "," : "") + ("\"" + std::string(size, 'a') + "\": " + std::to_string(size));
            if (size > 1)
                merges += (size > 2 ? "," : "") + ("\"" + std::string(size / 2, 'a') + " " + std::string(size / 2, 'a') + "\"");
        }
        const auto encoder =
            encoderOf(R"({"model": {"type": "BPE", "vocab": {)" + vocabulary + R"(}, "merges": [)" + merges + "]}}");
        QVERIFY(encoder);
        const auto ids = (*encoder)->encode(std::string(1 << 20, 'a'), {});
        QVERIFY(ids);
        QCOMPARE(ids->size(), std::size_t{1 << 14});
    }
};

ETSCOPE_TEST(TestEncoder)
#include "tst_encoder.moc"
