#include "look/words.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "base/codes.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

/// What the core calls things, for the translators.
[[maybe_unused]] constexpr const char* kWordsWords[] = {
    // states of outputs and of what was compared
    QT_TRANSLATE_NOOP("Word", "match"), QT_TRANSLATE_NOOP("Word", "differ"), QT_TRANSLATE_NOOP("Word", "shape mismatch"),
    QT_TRANSLATE_NOOP("Word", "type mismatch"), QT_TRANSLATE_NOOP("Word", "missing reference"),
    QT_TRANSLATE_NOOP("Word", "missing runtime"), QT_TRANSLATE_NOOP("Word", "unreadable"), QT_TRANSLATE_NOOP("Word", "added"),
    QT_TRANSLATE_NOOP("Word", "removed"), QT_TRANSLATE_NOOP("Word", "changed"), QT_TRANSLATE_NOOP("Word", "moved"),
    QT_TRANSLATE_NOOP("Word", "same"), QT_TRANSLATE_NOOP("Word", "not compared"),
    // marks and severities
    QT_TRANSLATE_NOOP("Word", "ambiguous"), QT_TRANSLATE_NOOP("Word", "cannot compare"), QT_TRANSLATE_NOOP("Word", "missing"),
    QT_TRANSLATE_NOOP("Word", "note"), QT_TRANSLATE_NOOP("Word", "warning"), QT_TRANSLATE_NOOP("Word", "error"),
    // where an error comes from ("constant" stands below)
    QT_TRANSLATE_NOOP("Word", "none"), QT_TRANSLATE_NOOP("Word", "introduced"), QT_TRANSLATE_NOOP("Word", "inherited"),
    // joins of files, runs and their methods
    QT_TRANSLATE_NOOP("Word", "matched"), QT_TRANSLATE_NOOP("Word", "mismatched"), QT_TRANSLATE_NOOP("Word", "unknown"),
    QT_TRANSLATE_NOOP("Word", "certain"), QT_TRANSLATE_NOOP("Word", "inferred"),
    // roles of tensors
    QT_TRANSLATE_NOOP("Word", "parameter"), QT_TRANSLATE_NOOP("Word", "buffer"), QT_TRANSLATE_NOOP("Word", "constant"),
    QT_TRANSLATE_NOOP("Word", "example_input"), QT_TRANSLATE_NOOP("Word", "reference_output"),
    QT_TRANSLATE_NOOP("Word", "representative_input"), QT_TRANSLATE_NOOP("Word", "external"),
    QT_TRANSLATE_NOOP("Word", "intermediate"), QT_TRANSLATE_NOOP("Word", "named_data"), QT_TRANSLATE_NOOP("Word", "bundled_input"),
    QT_TRANSLATE_NOOP("Word", "expected_output"), QT_TRANSLATE_NOOP("Word", "delegate_constant"),
    // regions of files
    QT_TRANSLATE_NOOP("Word", "header"), QT_TRANSLATE_NOOP("Word", "program"), QT_TRANSLATE_NOOP("Word", "padding"),
    QT_TRANSLATE_NOOP("Word", "named data"), QT_TRANSLATE_NOOP("Word", "delegate"), QT_TRANSLATE_NOOP("Word", "tensor"),
    QT_TRANSLATE_NOOP("Word", "json"), QT_TRANSLATE_NOOP("Word", "zip"),
    // events
    QT_TRANSLATE_NOOP("Word", "operator"), QT_TRANSLATE_NOOP("Word", "operators"), QT_TRANSLATE_NOOP("Word", "delegate_call"),
    QT_TRANSLATE_NOOP("Word", "other"), QT_TRANSLATE_NOOP("Word", "execute"), QT_TRANSLATE_NOOP("Word", "instruction"),
    QT_TRANSLATE_NOOP("Word", "inside"),
    // units of times
    QT_TRANSLATE_NOOP("Word", "ticks"), QT_TRANSLATE_NOOP("Word", "ns"), QT_TRANSLATE_NOOP("Word", "us"),
    QT_TRANSLATE_NOOP("Word", "cycles"), QT_TRANSLATE_NOOP("Word", "npu_ticks"), QT_TRANSLATE_NOOP("Word", "bytes"),
    QT_TRANSLATE_NOOP("Word", "count"),
    // where time is added up
    QT_TRANSLATE_NOOP("Word", "target"), QT_TRANSLATE_NOOP("Word", "backend"), QT_TRANSLATE_NOOP("Word", "module"),
    QT_TRANSLATE_NOOP("Word", "layer"),
    // families of operators
    QT_TRANSLATE_NOOP("Word", "compute"), QT_TRANSLATE_NOOP("Word", "element-wise"), QT_TRANSLATE_NOOP("Word", "normalise"),
    QT_TRANSLATE_NOOP("Word", "activation"), QT_TRANSLATE_NOOP("Word", "shape"), QT_TRANSLATE_NOOP("Word", "quantise"),
    QT_TRANSLATE_NOOP("Word", "memory"), QT_TRANSLATE_NOOP("Word", "control"), QT_TRANSLATE_NOOP("Word", "input"),
    // sources of metadata
    QT_TRANSLATE_NOOP("Word", "constant_method"), QT_TRANSLATE_NOOP("Word", "constant method"), QT_TRANSLATE_NOOP("Word", "ptd"),
    QT_TRANSLATE_NOOP("Word", "bool or int 0/1"), QT_TRANSLATE_NOOP("Word", "list of ints"),
    QT_TRANSLATE_NOOP("Word", "int or list of ints"),
    // causes of a difference
    QT_TRANSLATE_NOOP("Word", "kernel"), QT_TRANSLATE_NOOP("Word", "lowering"), QT_TRANSLATE_NOOP("Word", "precision"),
    QT_TRANSLATE_NOOP("Word", "quantisation"), QT_TRANSLATE_NOOP("Word", "layout"), QT_TRANSLATE_NOOP("Word", "state"),
    QT_TRANSLATE_NOOP("Word", "wrong case paired"), QT_TRANSLATE_NOOP("Word", "wrong input"),
    QT_TRANSLATE_NOOP("Word", "other expected outputs"), QT_TRANSLATE_NOOP("Word", "reference"),
    // parts of files
    QT_TRANSLATE_NOOP("Word", "constants"), QT_TRANSLATE_NOOP("Word", "identifier"),
    // kinds of what two exports differ in
    QT_TRANSLATE_NOOP("Word", "node"), QT_TRANSLATE_NOOP("Word", "stage"), QT_TRANSLATE_NOOP("Word", "weight"),
    QT_TRANSLATE_NOOP("Word", "metadata")};

/// What stays another word in English than the core's.
struct Spelling {
    const char *name, *shown;
};
constexpr Spelling kSpellings[] = {{"us", "µs"}, {"npu_ticks", "NPU ticks"}, {"json", "JSON"}, {"zip", "ZIP"}};

/// Names of the core have no blanks, words of a window no underscores.
QString inEnglish(QString name) {
    for (const Spelling& one : kSpellings)
        if (name == QLatin1String(one.name)) return QString::fromUtf8(one.shown);
    return name.replace(QLatin1Char('_'), QLatin1Char(' '));
}

}  // namespace

QString word(const QString& name) {
    if (name.isEmpty()) return name;
    const QString shown = QCoreApplication::translate("Word", name.toUtf8().constData());
    return shown != name ? shown : inEnglish(name);
}

QString said(const Sentence& sentence) {
    const auto translated = [](const char* english) { return QCoreApplication::translate("Sentence", english).toStdString(); };
    return QString::fromStdString(sentence.text(translated));
}

QStringList said(const std::vector<Sentence>& sentences) {
    QStringList list;
    for (const Sentence& one : sentences) list.append(said(one));
    return list;
}

QString problemText(std::string_view code, std::string_view message) {
    const CodeRow* row = findCode(code);
    if (row == nullptr) return text(message);
    const QString meaning = said(Sentence::of(row->sentence.data()));
    if (meaning == text(row->sentence)) return text(message);
    return message.starts_with(row->sentence) ? asSentence(meaning) + text(message.substr(row->sentence.size()))
                                              : QStringLiteral("%1 (%2)").arg(asSentence(meaning), text(message));
}

QString withMinusSigns(QString words) {
    static const QRegularExpression kMinus(QStringLiteral("(?<=^|[ (\\[])-(?=[0-9.]+(e[-+]?[0-9]+)?([ ,;:)\\]]|$))"));
    return words.replace(kMinus, QString(QChar(0x2212)));
}

QString asSentence(QString words) {
    static const QRegularExpression kWord(QStringLiteral("^\\p{Ll}+[ ,]"));
    if (words.contains(kWord)) words[0] = words[0].toUpper();
    return withMinusSigns(words);
}

QString asTitle(const Sentence& sentence) {
    return sentence.beginsWithWords() ? asSentence(said(sentence)) : withMinusSigns(said(sentence));
}

}  // namespace etscope::ui
