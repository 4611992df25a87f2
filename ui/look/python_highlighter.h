// PythonHighlighter: colours of Python (keywords, strings, numbers, comments) on a text document. GUI thread only.
#pragma once

#include <QSyntaxHighlighter>

namespace etscope::ui {

class PythonHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

protected:
    void highlightBlock(const QString& line) override;

private:
    void highlightLongTexts(const QString& line);
};

}  // namespace etscope::ui
