// TextWindow: read-only text that a job makes, in a window of its own: the listing of a delegate, its bytes. Shows the first lines
// of long texts and says so; closes with the session. GUI thread only.
#pragma once

#include <QDialog>

#include "jobs/job.h"

class QLabel;
class QPlainTextEdit;

namespace etscope::ui {

struct Link;
class Workspace;

/// The start of a text, and how many lines there are in all.
struct LongText {
    QString text;
    std::uint64_t shown = 0, lines = 0;
};

class TextWindow : public QDialog {
    Q_OBJECT
public:
    using Maker = std::function<Result<LongText>(const JobContext&)>;
    TextWindow(Workspace& workspace, const QString& title, Maker make, QWidget* parent);

private:
    void showText(const Result<LongText>& made);

    QLabel* m_note;
    QPlainTextEdit* m_text;
    Job<LongText> m_job{this};
};

/// Opens one for a link to a payload: its command stream, or its bytes in hexadecimal.
void showDelegateText(Workspace& workspace, const Link& link, QWidget* parent);

}  // namespace etscope::ui
