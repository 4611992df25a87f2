// Page: one tab of the window. A page follows the workspace, computes only while it is visible, and shows an empty state that
// says what is missing and what would fill it.
#pragma once

#include <QWidget>

#include "base/result.h"
#include "frame/workspace.h"
#include "look/marks.h"

namespace etscope::ui {

class ChartView;
class TableView;

class Page : public QWidget {
    Q_OBJECT
public:
    explicit Page(Workspace& workspace, QWidget* parent = nullptr);

    /// Goes to the next place of the text in this page; false when there is none. `here`: the place in view may be it, for texts
    /// that are being typed. Of pages with a table: the next row.
    virtual bool find(const QString& text, bool forward, bool here = false);
    /// Selects the next thing that is wrong (differs, doubtful); false when there is none. Of pages with a table: the next row.
    virtual bool nextBad(bool forward);
    /// Writes the whole content: `.png`, `.svg` or `.pdf`, tables also as `.csv`, `.tsv`, `.json` or `.md`. Errors: `write-failed`,
    /// `export-type-unsupported`, `export-nothing`.
    virtual Result<void> exportTo(const QString& path);
    /// The worst finding, shown behind the tab's name.
    virtual Mark stateMark() const { return Mark::None; }
    /// Whether there is anything to show; tabs of empty pages are dimmed.
    virtual bool hasContent() const { return true; }
    /// What keys go to when the page is shown; null: nothing of it.
    virtual QWidget* focusTarget() const;
    /// The table that the page is about; null: it has none.
    virtual TableView* mainTable() const { return nullptr; }

signals:
    void stateChanged();
    /// What find() answered before it could know.
    void searched(bool found);

protected:
    Workspace& workspace() const { return m_workspace; }
    /// Called when the page is shown and the session, method or stage changed since the last time.
    virtual void refresh() = 0;
    /// Called when the session is closed or replaced, for hidden pages, too: cancels the page's jobs and empties what shows or
    /// keeps anything of the old session. What needs a session and is not empty has one, therefore.
    virtual void leave() = 0;
    void showEvent(QShowEvent* event) override;
    /// What is selected is highlighted in the chart, or what it is there.
    void showSelectionIn(ChartView& chart);
    /// Marks the content stale; refreshes at once when visible.
    void invalidate();

private:
    Workspace& m_workspace;
    bool m_stale = true;
};

/// A page that has nothing to show: a heading, why, and what would fill it.
class EmptyState : public QWidget {
public:
    EmptyState(const QString& title, const QString& why, const QString& action, QWidget* parent = nullptr);
};

/// A section heading with a count in text3 behind it.
QWidget* makeHeading(const QString& title, const QString& count, QWidget* parent);

}  // namespace etscope::ui
