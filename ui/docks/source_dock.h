// Source: the stack trace of the selected node: its frames, and the file's text around the line when the file exists on this
// machine, the recorded line otherwise. GUI thread only; files are read up to a size limit.
#pragma once

#include <QListWidget>
#include <QPlainTextEdit>
#include <QSyntaxHighlighter>
#include <QWidget>

#include "exported/metadata.h"
#include "frame/workspace.h"

class QLabel;
class QSplitter;

namespace etscope::ui {

/// Colours of Python: keywords, strings, numbers, comments.
class PythonHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

protected:
    void highlightBlock(const QString& line) override;
};

class SourceDock : public QWidget {
    Q_OBJECT
public:
    explicit SourceDock(Workspace& workspace, QWidget* parent = nullptr);
    QListWidget* frames() const { return m_frames; }
    QPlainTextEdit* text() const { return m_text; }

private:
    void show(const Address& address);
    void showFrame(int row);
    void explain(const QString& why);
    /// The file on this machine: as recorded, or below a folder that the session's files lie in.
    QString localFile(const QString& recorded) const;

    Workspace& m_workspace;
    QSplitter* m_splitter;
    QListWidget* m_frames;
    QPlainTextEdit* m_text;
    QLabel* m_note;
    std::vector<exported::Frame> m_stack;
    Job<std::vector<exported::Frame>> m_job;
};

}  // namespace etscope::ui
