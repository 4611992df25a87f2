#include "look/python_highlighter.h"

#include <QRegularExpression>

#include "look/tokens.h"

namespace etscope::ui {

void PythonHighlighter::highlightBlock(const QString& line) {
    struct Rule {
        QRegularExpression expression;
        QColor Tokens::*colour;
    };
    static const Rule kRules[] = {
        {QRegularExpression(QStringLiteral("\\b\\d+(\\.\\d+)?([eE][-+]?\\d+)?\\b")), &Tokens::number},
        {QRegularExpression(
             QStringLiteral("\\b(and|as|assert|async|await|break|class|continue|def|del|elif|else|except|False|finally|for|from|"
                            "global|if|import|in|is|lambda|None|nonlocal|not|or|pass|raise|return|True|try|while|with|yield)\\b")),
         &Tokens::keyword},
        {QRegularExpression(QStringLiteral("(\"[^\"]*\"|'[^']*')")), &Tokens::string},
        {QRegularExpression(QStringLiteral("#.*$")), &Tokens::comment}};
    for (const Rule& rule : kRules)
        for (auto it = rule.expression.globalMatch(line); it.hasNext();) {
            const auto match = it.next();
            setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), tokens().*rule.colour);
        }
    highlightLongTexts(line);
}

/// Texts of several lines are strings, whatever stands in them.
void PythonHighlighter::highlightLongTexts(const QString& line) {
    const QString quotes = QStringLiteral("\"\"\"");
    bool inside = previousBlockState() == 1;
    for (qsizetype at = 0; at < line.size();) {
        const qsizetype found = line.indexOf(quotes, at);
        const qsizetype end = found < 0 ? line.size() : found;
        if (inside) setFormat(static_cast<int>(at), static_cast<int>(end - at), tokens().string);
        if (found < 0) break;
        setFormat(static_cast<int>(found), static_cast<int>(quotes.size()), tokens().string);
        inside = !inside;
        at = found + quotes.size();
    }
    setCurrentBlockState(inside ? 1 : 0);
}

}  // namespace etscope::ui
