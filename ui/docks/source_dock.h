// Source: the stack trace of the selected node: its frames, and the file's text around the line when the file exists on this
// machine, the recorded line otherwise. GUI thread only; files are read in a job, up to a size limit, and only while it is in view.
#pragma once

#include <QDateTime>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QWidget>

#include "exported/metadata.h"
#include "workspace/workspace.h"

class QLabel;
class QSplitter;

namespace etscope::ui {

class SourceDock : public QWidget {
    Q_OBJECT
public:
    explicit SourceDock(Workspace& workspace, QWidget* parent = nullptr);
    QListWidget* frames() const { return m_frames; }
    QPlainTextEdit* text() const { return m_text; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void show(const Address& selected);
    struct File {
        QString path;  ///< empty: not on this machine
        QDateTime modified;
        QStringList lines;
    };
    using FilePtr = std::shared_ptr<const File>;
    /// What the text has: lines of a file from one on.
    struct Shown {
        FilePtr file;
        qint64 first = 0;
        friend bool operator==(const Shown&, const Shown&) = default;
    };
    static FilePtr readFile(const QString& recorded, const QStringList& paths, const QList<FilePtr>& known);
    void showFrame(int row);
    void showLines(const FilePtr& file, const exported::Frame& frame);
    void keep(const FilePtr& file);
    void markLine(int block);
    void clearText();
    void explain(const QString& why);

    Workspace& m_workspace;
    QSplitter* m_splitter;
    QListWidget* m_frames;
    QPlainTextEdit* m_text;
    QLabel* m_note;
    std::vector<exported::Frame> m_stack;
    QList<FilePtr> m_known;  ///< the last ones first
    Shown m_shown;
    int m_marked = -1;
    bool m_stale = false;
    Job<std::vector<exported::Frame>> m_job{this};
    Job<FilePtr> m_read{this};
};

}  // namespace etscope::ui
