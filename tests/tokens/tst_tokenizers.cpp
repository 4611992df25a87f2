// Texts of tokens against those of the formats' own libraries (tests/fixtures/tokenizers), and damaged files.
#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

#include "io/file_kind.h"
#include "session/session.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "tokens/tokenizer.h"

using namespace etscope;
using namespace etscope::tokens;

namespace {

const QString kFolder = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/tokenizers/");

std::string contentOf(const QString& name) {
    QFile file(kFolder + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

ByteRange rangeOf(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "tokenizer"));
}

Result<std::shared_ptr<const Tokenizer>> read(std::string_view text, Diagnostics& diagnostics) {
    return readTokenizer(rangeOf(text), diagnostics, {});
}

std::shared_ptr<const Tokenizer> readWell(std::string_view text) {
    Diagnostics diagnostics;
    const auto made = read(text, diagnostics);
    return made && diagnostics.empty() ? *made : nullptr;
}

}  // namespace

class TestTokenizers : public QObject {
    Q_OBJECT
private slots:
    void texts_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("format");
        QTest::newRow("byte level") << "byte_level.json"
                                    << "tokenizer.json, BPE";
        QTest::newRow("unigram") << "unigram.json"
                                 << "tokenizer.json, Unigram";
        QTest::newRow("word piece") << "word_piece.json"
                                    << "tokenizer.json, WordPiece";
        QTest::newRow("SentencePiece") << "pieces.model"
                                       << "SentencePiece";
        QTest::newRow("tiktoken") << "ranks.tiktoken"
                                  << "tiktoken";
    }
    void texts() {
        QFETCH(QString, name);
        QFETCH(QString, format);
        const auto expected = nlohmann::json::parse(contentOf("expected.json")).at(name.toStdString());
        const std::string content = contentOf(name);
        QCOMPARE(recognise(rangeOf(content), nullptr).valueOr(FileKind::Unknown), FileKind::Tokenizer);
        const auto tokenizer = readWell(content);
        QVERIFY(tokenizer != nullptr);
        QCOMPARE(tokenizer->format(), format.toStdString());
        QCOMPARE(tokenizer->size(), expected["tokens"].get<std::size_t>());
        QVERIFY(expected["texts"].size() > tokenizer->size() / 2);
        for (const auto& [id, text] : expected["texts"].items()) {
            const auto found = tokenizer->text(std::stoll(id));
            QVERIFY2(found, id.c_str());
            QCOMPARE(found->bytes, text.get<std::string>());
        }
        QVERIFY(!tokenizer->text(-1) && !tokenizer->text(static_cast<std::int64_t>(tokenizer->size())));
    }

    void specialTokens() {
        const auto tokenizer = readWell(contentOf("byte_level.json"));
        QVERIFY(tokenizer->text(1)->special);
        QCOMPARE(tokenizer->text(1)->bytes, "<end>");
        QVERIFY(!tokenizer->text(40)->special);
        QVERIFY(readWell(contentOf("pieces.model"))->text(0)->special);
    }

    /// Bytes that are no character are told, controls are seen.
    void lines() {
        QCOMPARE(readable({"a\xE2\x96", false}), "a<0xE2><0x96>");
        QCOMPARE(readable({" ü\n", false}), " ü\\x0A");
        QCOMPARE(readable({"\xE6\x97\xA5", false}), "日");
    }

    /// Wherever a file is cut, and whichever byte of it is another, an answer comes; what is read has texts.
    void damaged_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"byte_level.json", "unigram.json", "pieces.model", "ranks.tiktoken"}) QTest::newRow(name) << name;
    }
    void damaged() {
        QFETCH(QString, name);
        const std::string whole = contentOf(name);
        std::size_t refused = 0;
        for (std::size_t at = 1; at < whole.size(); at += 1 + whole.size() / 700) {
            Diagnostics diagnostics;
            const auto cut = read(std::string_view(whole).substr(0, at), diagnostics);
            refused += cut ? 0U : 1U;
            if (!cut) QCOMPARE(cut.error().code, "tokenizer-invalid");
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0x55);
            if (const auto other = read(changed, diagnostics))
                for (std::size_t id = 0; id < (*other)->size(); ++id)
                    if (const auto text = (*other)->text(static_cast<std::int64_t>(id)))
                        QVERIFY(readable(*text).size() < std::size_t{1} << 20);
        }
        QVERIFY(refused > 100);
    }

    void numbersThatNoVocabularyHas() {
        Diagnostics diagnostics;
        const auto made = read(R"({"added_tokens": [{"id": 9000000000, "content": "a"}, {"id": -4, "content": "b"},
                                                    {"id": 3, "content": "c"}], "model": {"vocab": {"x": 0, "y": "z"}}})",
                               diagnostics);
        QVERIFY(made);
        QVERIFY(diagnostics.has("tokenizer-number"));
        QCOMPARE((*made)->size(), 4U);
        QCOMPARE((*made)->text(3)->bytes, "c");
        QVERIFY(!(*made)->text(1));
    }

    /// Steps that make texts longer and longer, a vocabulary of nothing: no memory is spent on them.
    void stepsThatGrow() {
        std::string steps;
        for (int i = 0; i < 200; ++i)
            steps +=
                std::string(i > 0 ? "," : "") + R"({"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaa"})";
        Diagnostics diagnostics;
        const auto made = read(R"({"added_tokens": [], "decoder": {"type": "Sequence", "decoders": [)" + steps +
                                   R"(]}, "model": {"vocab": {"aa": 0}}})",
                               diagnostics);
        QVERIFY(made);
        QCOMPARE((*made)->text(0)->bytes, std::string(4096, 'a'));
    }

    /// A folder's tokenizer is a file of the session; the second one counts where the first is damaged.
    void ofASession() {
        test::TempDir folder;
        const std::string whole = contentOf("ranks.tiktoken");
        QFile first(QString::fromStdString(folder.path("a.tiktoken"))), second(QString::fromStdString(folder.path("b.tiktoken")));
        QVERIFY(first.open(QIODevice::WriteOnly) && second.open(QIODevice::WriteOnly));
        first.write(QByteArray::fromStdString(whole + "no base64 here\n"));
        second.write(QByteArray::fromStdString(whole));
        first.close(), second.close();
        const auto session = session::Session::open({folder.path("a.tiktoken"), folder.path("b.tiktoken")}, {}, {});
        QVERIFY(session);
        const auto found = tokenizerOf(**session, {});
        QVERIFY(found && (*found)->tokenizer != nullptr);
        QCOMPARE((*found)->file, &(*session)->files()[1]);
        QVERIFY((*session)->diagnostics().has("tokenizer-invalid"));
    }
};

ETSCOPE_TEST(TestTokenizers)
#include "tst_tokenizers.moc"
