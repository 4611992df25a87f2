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
}

}  // namespace etscope::ui
