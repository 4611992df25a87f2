// Parts that both halves of ShrinkPage are made of: a strip with what is being done, lines with marks, large numbers, the files of
// a folder with what is in them. GUI thread only.
#pragma once

#include <QFrame>
#include <QTreeWidget>
#include <QWidget>

#include "answers/repro_texts.h"
#include "jobs/job.h"

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace etscope::ui {

class ElidedLabel;

/// Mark or progress, title, status; at the right the time left, a link, and a button while it runs.
class ReproHead : public QFrame {
    Q_OBJECT
public:
    ReproHead(const QString& title, const char* name, QWidget* parent);
    /// `done`: of 1, below 0: nobody knows; both of what runs.
    void tell(Mark mark, const QString& status, bool running, double done, const QString& left);
    /// What can be done with what came of it; empty: nothing.
    void setLink(const QString& title);
    void setCancelled(bool cancelled);

signals:
    void cancelAsked();
    void linkActivated();

private:
    QLabel *m_mark, *m_left, *m_link;
    ElidedLabel* m_status;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QString m_linkTitle;
};

/// A title above a part, a note at its right.
class ReproHeading : public QFrame {
    Q_OBJECT
public:
    ReproHeading(const QString& title, QWidget* parent);
    void setNotes(const QString& beside, const QString& right);
    /// A link at the right; `act` is what it does.
    void addLink(const QString& title, std::function<void()> act, const char* name);

private:
    ElidedLabel *m_beside, *m_right;
};

/// Lines below each other, in columns.
class ReproLines : public QWidget {
    Q_OBJECT
public:
    explicit ReproLines(QWidget* parent);
    void setLines(const std::vector<ReproLine>& lines);

private:
    QList<QStringList> m_shown;
    QList<Mark> m_marks;
};

/// A number that stands for itself: what it is, how much, of how much.
class LargeNumber : public QFrame {
    Q_OBJECT
public:
    LargeNumber(const QString& title, QWidget* parent);
    void setNumber(const QString& number, const QString& of);

private:
    QLabel *m_number, *m_of;
};

/// The files of a result: which, how large, what is in them.
class ResultFiles : public QWidget {
    Q_OBJECT
public:
    explicit ResultFiles(QWidget* parent);
    /// `printed`: what the script of it said.
    void setFolder(const QString& folder, const QStringList& files, const QString& printed);
    void clear();

signals:
    /// A file with a window of its own.
    void fileRequested(QString path);

private:
    void showFile(QTreeWidgetItem* item);
    void showText(const QString& text);

    QTreeWidget* m_files;
    QPlainTextEdit* m_text;
    QString m_folder, m_printed;
    QStringList m_shown;
    Job<QString> m_read{this};
};

/// A read-only view of code, in the colours of Python.
QPlainTextEdit* makeCodeView(const char* name, const QString& said, QWidget* parent);

}  // namespace etscope::ui
