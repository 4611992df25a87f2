// The table of codes against the sources that use them and the document that explains them.
#include <QtTest>

#include <map>
#include <set>

#include "base/codes.h"
#include "support/test_case.h"

using namespace etscope;

class TestCodes : public QObject {
    Q_OBJECT
private slots:
    void wordsAreUniqueAndKebab();
    void everyCodeOfTheSourcesIsListed();
    void everyListedCodeIsUsed();
    void noCallIsGraverThanItsRow();
    void theDocumentHasTheSameRows();
    void meanings();
};

namespace {

QString fileText(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What the programs are made of, without comments and without the table itself.
const QStringList& sources() {
    static const QStringList kTexts = [] {
        QStringList texts;
        for (const char* folder : {"core", "ui", "app", "python"}) {
            QDirIterator files(QString(ETSCOPE_SOURCE_DIR "/") + folder, {"*.cpp", "*.h", "*.py"}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext())
                if (const QString path = files.next(); !path.endsWith("base/codes.cpp"))
                    texts.append(fileText(path).remove(QRegularExpression("//[^\n]*")));
        }
        return texts;
    }();
    return kTexts;
}

/// A code as it is used: its severity when the call says one.
struct Use {
    QString word, severity;
};

std::vector<Use> uses() {
    static const QRegularExpression kCalls[] = {
        QRegularExpression(R"rx(\b(fail|stop|invalid|error|warning|warn|note|Error)\s*[({]\s*"([a-z0-9-]+)")rx"),
        QRegularExpression(R"rx(\bSeverity::(Error|Warning|Note),\s*"([a-z0-9-]+)")rx"),
        QRegularExpression(R"rx(\bFindingState::(Damaged|Missing|Doubtful),\s*"([a-z0-9-]+)")rx"),
    };
    static const std::map<QString, QString> kSeverities{{"error", "error"},  {"Error", "error"},     {"warning", "warning"},
                                                        {"warn", "warning"}, {"Warning", "warning"}, {"note", "note"},
                                                        {"Note", "note"}};
    std::vector<Use> found;
    for (const QString& text : sources())
        for (const QRegularExpression& call : kCalls)
            for (auto hit = call.globalMatch(text); hit.hasNext();) {
                const auto match = hit.next();
                const auto severity = kSeverities.find(match.captured(1));
                found.push_back({match.captured(2), severity == kSeverities.end() ? QString() : severity->second});
            }
    return found;
}

bool isLiteral(const QString& text) {
    const QString quoted = '"' + text + '"';
    return std::any_of(sources().begin(), sources().end(), [&](const QString& source) { return source.contains(quoted); });
}

QString rowText(const CodeRow& row) {
    static constexpr const char* kMeanings[] = {"", ", doubt", ", question"};
    return QString("| `%1` | %2%3 | %4 |")
        .arg(QString::fromUtf8(row.word.data(), static_cast<qsizetype>(row.word.size())),
             QString::fromUtf8(severityName(row.severity).data()), kMeanings[static_cast<int>(row.meaning)],
             QString::fromUtf8(row.sentence.data(), static_cast<qsizetype>(row.sentence.size())));
}

/// The lines of a section that are rows of codes.
QStringList documentRows(const QString& document, const QString& heading) {
    static const QRegularExpression kRow("^\\| `[a-z0-9-]+` \\| (error|warning|note)(, \\w+)? \\| ");
    QStringList rows;
    bool inside = false;
    for (const QString& line : document.split('\n')) {
        if (line.startsWith('#')) inside = line.mid(line.indexOf(' ') + 1) == heading;
        if ((inside || heading.isEmpty()) && kRow.match(line).hasMatch()) rows.append(line);
    }
    return rows;
}

}  // namespace

void TestCodes::wordsAreUniqueAndKebab() {
    std::set<std::string_view> seen;
    for (const CodeSection& section : codeSections())
        for (const CodeRow& row : section.rows) {
            QVERIFY2(seen.insert(row.word).second, row.word.data());
            QVERIFY2(QRegularExpression("^[a-z0-9]+(-[a-z0-9]+)*$").match(QString::fromUtf8(row.word.data())).hasMatch(),
                     row.word.data());
            QVERIFY2(!row.sentence.empty() && !row.sentence.ends_with('.'), row.word.data());
            QCOMPARE(findCode(row.word), &row);
        }
    QVERIFY(seen.size() > 300);
}

void TestCodes::everyCodeOfTheSourcesIsListed() {
    const auto all = uses();
    QVERIFY(all.size() > 500);
    for (const Use& use : all)
        QVERIFY2(findCode(use.word.toStdString()) != nullptr, qPrintable(use.word + " is in no row of base/codes.cpp"));
}

/// As it stands, or behind a prefix that the caller gives ("pte" and "-segment-order").
void TestCodes::everyListedCodeIsUsed() {
    for (const CodeSection& section : codeSections())
        for (const CodeRow& row : section.rows) {
            const QString word = QString::fromUtf8(row.word.data());
            const qsizetype dash = word.indexOf('-');
            QVERIFY2(isLiteral(word) || (dash > 0 && isLiteral(word.left(dash)) && isLiteral(word.mid(dash))),
                     qPrintable(word + " is used by no source"));
        }
}

void TestCodes::noCallIsGraverThanItsRow() {
    int checked = 0;
    for (const Use& use : uses()) {
        const CodeRow* row = findCode(use.word.toStdString());
        if (use.severity.isEmpty() || row == nullptr) continue;
        const Severity severity = use.severity == "error"  ? Severity::Error
                                  : use.severity == "note" ? Severity::Note
                                                           : Severity::Warning;
        QVERIFY2(severity <= row->severity, qPrintable(use.word + " is used as " + use.severity));
        ++checked;
    }
    QVERIFY(checked > 200);
}

void TestCodes::theDocumentHasTheSameRows() {
    const QString document = fileText(ETSCOPE_SOURCE_DIR "/docs/FORMATS.md");
    qsizetype count = 0;
    for (const CodeSection& section : codeSections()) {
        QStringList expected;
        for (const CodeRow& row : section.rows) expected.append(rowText(row));
        const QString heading = QString::fromUtf8(section.heading.data(), static_cast<qsizetype>(section.heading.size()));
        const QStringList actual = documentRows(document, heading);
        for (const QString& row : expected) QVERIFY2(actual.contains(row), qPrintable("not in “" + heading + "”: " + row));
        for (const QString& row : actual) QVERIFY2(expected.contains(row), qPrintable("“" + heading + "” has more: " + row));
        count += expected.size();
    }
    QCOMPARE(documentRows(document, {}).size(), count);
}

void TestCodes::meanings() {
    QCOMPARE(meaningOf("no-such-method"), CodeMeaning::Question);
    QCOMPARE(meaningOf("zip-duplicate-name"), CodeMeaning::Doubt);
    QCOMPARE(meaningOf("zip-entry-truncated"), CodeMeaning::Fault);
    QCOMPARE(meaningOf("a-word-of-no-table"), CodeMeaning::Fault);
}

ETSCOPE_TEST(TestCodes)
#include "tst_codes.moc"
