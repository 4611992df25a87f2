// Chat templates against Jinja's own texts, pictures against torch's (tests/fixtures/conversations), and what is refused.
#include <QFile>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "conversation/chat_template.h"
#include "conversation/processor.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::conversation;

namespace {

nlohmann::ordered_json documentOf(const QString& name) {
    QFile file(QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/") + name);
    return file.open(QIODevice::ReadOnly) ? nlohmann::ordered_json::parse(file.readAll().toStdString()) : nlohmann::ordered_json();
}

}  // namespace

class TestTemplates : public QObject {
    Q_OBJECT
private slots:
    void texts() {
        const auto rows = documentOf("templates.json");
        QVERIFY(rows.size() > 20);
        for (const auto& row : rows) {
            const bool trim = row["trim"];
            const auto made = ChatTemplate::parse(row["template"].get<std::string>(), {trim, trim});
            QVERIFY2(made, made ? "" : (row["template"].dump() + made.error().message).c_str());
            const auto text = (*made)->render(row["variables"], {});
            if (row["text"].is_null()) {
                QVERIFY(!text && text.error().code == "template-refuses");
                continue;
            }
            QVERIFY2(text, text ? "" : (row["template"].dump() + text.error().message).c_str());
            QVERIFY2(*text == row["text"].get<std::string>(),
                     (row["template"].dump() + "\n" + row["text"].dump() + "\n" + nlohmann::json(*text).dump()).c_str());
        }
    }

    void refusals_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"{% for x in %}", "{{ a", "{% if a %}", "{% endif %}", "{% macro f() %}{% endmacro %}", "{{ a | odd }}", "{{ f(1) }}",
              "{{ 'a }}", "{{ (1, 2) }}", "{% for a in b %}{% else %}", "{{ messages.x.y }}", "{{ messages | tojson }}"})
            QTest::newRow(text) << QByteArray(text);
    }
    void refusals() {
        QFETCH(QByteArray, text);
        const auto made = ChatTemplate::parse(text.toStdString(), {});
        const auto rendered = made ? (*made)->render({{"messages", nlohmann::ordered_json::array()}}, {}) : made.failure();
        QVERIFY(!rendered);
        QCOMPARE(rendered.error().code, std::string("template-unsupported"));
    }

    /// Neither depth, nor turns, nor length of what a template makes are unbounded.
    void bounds() {
        const auto failure = [](const std::string& text) {
            const auto made = ChatTemplate::parse(text, {});
            const auto rendered = made ? (*made)->render(nlohmann::ordered_json::object(), {}) : made.failure();
            return rendered ? std::string() : rendered.error().code;
        };
        std::string nested = "{{ " + std::string(10'000, '(') + "1", loops, doubled = "{% set a = 'aaaaaaaaaaaaaaaa' %}";
        for (int i = 0; i < 6; ++i) loops += "{% for i" + std::to_string(i) + " in range(1000) %}";
        loops += "x";
        for (int i = 0; i < 6; ++i) loops += "{% endfor %}";
        for (int i = 0; i < 40; ++i) doubled += "{% set a = a + a %}";
        QCOMPARE(failure(nested), std::string("template-unsupported"));
        QCOMPARE(failure(loops), std::string("limit-exceeded"));
        QCOMPARE(failure(doubled + "{{ a }}"), std::string("limit-exceeded"));
        QCOMPARE(failure(std::string(200, '{') + std::string(200, '%')), std::string("template-unsupported"));
    }

    void resizedPictures() {
        const auto rows = documentOf("resampling.json");
        QVERIFY(rows.size() >= 10);
        for (const auto& row : rows) {
            Pixels pixels{row["pixels"].size(), row["pixels"][0].size(), {}};
            for (const auto& line : row["pixels"])
                for (const auto& pixel : line)
                    for (const auto& level : pixel) pixels.levels.push_back(level);
            const std::string mode = row["mode"];
            const Resampling how = mode == "nearest"    ? Resampling::Nearest
                                   : mode == "bilinear" ? Resampling::Bilinear
                                                        : Resampling::Bicubic;
            const Pixels made = resized(pixels, row["rows"], row["columns"], how, row["antialias"], false);
            QCOMPARE(made.levels.size(), row["levels"].size());
            for (std::size_t i = 0; i < made.levels.size(); ++i)
                QVERIFY2(std::fabs(made.levels[i] - row["levels"][i].get<double>()) < 2e-3,
                         (mode + (row["antialias"] ? " antialias " : " ") + std::to_string(i)).c_str());
        }
    }

    /// Sizes come from files: what would be too large on the way is not made.
    void tooLargePictures() {
        Processor processor;
        const Pixels narrow{1, 1'000'000, {}}, usual{480, 640, {}};
        QVERIFY(isComputable(processor, usual, 512, 512));
        QVERIFY(!isComputable(processor, usual, 4096, 4096));
        QVERIFY(isComputable(processor, narrow, 512, 512));
        QVERIFY(!isComputable(processor, {1'000'000, 1, {}}, 512, 512));
        processor.shortest = 65536;
        QVERIFY(!isComputable(processor, narrow, 512, 512));
        processor.shortest = 512;
        QVERIFY(isComputable(processor, usual, 512, 512));
    }
    void damagedPictures() {
        const auto code = [](std::string_view text) {
            const auto bytes = std::as_bytes(std::span(text));
            const auto read = readPicture(ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "img.png")));
            return read ? std::string() : read.error().code;
        };
        QFile file(QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/conversations/talk/img-0.png"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string whole = file.readAll().toStdString();
        QCOMPARE(code(whole), std::string());
        QCOMPARE(code(""), std::string("picture-file"));
        QCOMPARE(code("GIF89a"), std::string("picture-file"));
        QCOMPARE(code(whole.substr(0, whole.size() / 2)), std::string("picture-file"));
        std::string huge = whole;
        huge.replace(16, 8, std::string("\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF", 8));
        QVERIFY(!code(huge).empty());
        for (std::size_t at = 8; at < whole.size(); ++at) {
            std::string bad = whole;
            bad[at] = static_cast<char>(bad[at] ^ 0x55);
            code(bad);  // read or refused
        }
    }

    void processors_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("known");
        QTest::newRow("nothing") << QByteArray("{}") << true;
        QTest::newRow("inner") << QByteArray(R"({"image_processor": {"size": {"shortest_edge": 32}}})") << true;
        QTest::newRow("wrong types") << QByteArray(
                                            R"({"size": "big", "resample": "x", "image_mean": [1, "a", 3], "image_std": {}})")
                                     << true;
        QTest::newRow("list") << QByteArray("[]") << false;
        QTest::newRow("pixels") << QByteArray(R"({"size": {"min_pixels": 3136, "max_pixels": 12845056}})") << false;
        QTest::newRow("tiles") << QByteArray(R"({"do_image_splitting": true})") << false;
        QTest::newRow("resample") << QByteArray(R"({"resample": 5})") << false;
    }
    void processors() {
        QFETCH(QByteArray, text);
        QFETCH(bool, known);
        const auto made = readProcessor(nlohmann::json::parse(text.toStdString()));
        QCOMPARE(made.hasValue(), known);
        if (!known) QCOMPARE(made.error().code, std::string("processor-unsupported"));
    }
};

ETSCOPE_TEST(TestTemplates)
#include "tst_templates.moc"
