// RunBar: every run of every method, or every call of a trace, in one row, with what came out of each: the scrubber of the whole
// window. A click, a drag or the arrow keys choose the run that graph, plot, values and timeline show; Ctrl+click adds runs whose
// times are told together. GUI thread only.
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "look/marks.h"
#include "workspace/workspace.h"

class QToolButton;

namespace etscope::ui {

class RunBar : public QWidget {
    Q_OBJECT
public:
    struct Run {
        std::size_t index = 0;  ///< SessionRun::index
        QString method;         ///< empty: not known
        Mark mark = Mark::Missing;
        QString words;     ///< what came out of it
        QString about;     ///< its case; empty: not known
        QString kind;      ///< of an unknown method, what runs that executed the same are called
        qint64 call = -1;  ///< of a call of a trace: its index there; `index` is its place then
        qint64 number() const { return call >= 0 ? call : static_cast<qint64>(index); }
        const QString& name() const { return method.isEmpty() ? kind : method; }
    };
    /// `calls`: of the calls of a trace, which are told by callChosen().
    explicit RunBar(QWidget* parent, bool calls = false);
    void setRuns(std::vector<Run> runs);
    const std::vector<Run>& runs() const { return m_runs; }
    /// Marks that run without telling.
    void setChosen(std::optional<std::size_t> index);
    const std::optional<std::size_t>& chosen() const { return m_chosen; }
    /// Where it is drawn.
    QRectF boxOf(std::size_t place) const;
    /// Marks those beside it.
    void setBeside(std::set<std::size_t> runs);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

signals:
    void runChosen(qulonglong index, QString method);
    void callChosen(qlonglong call);
    /// To be looked at together with the chosen one.
    void runAdded(qulonglong index, QString method);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Column {
        qreal left = 0, width = 0;
        std::size_t first = 0, last = 0;  ///< of the runs: one, or as many as share a column
    };
    std::vector<Column> columns() const;
    std::optional<std::size_t> runAt(const QPointF& place) const;
    std::optional<std::size_t> current() const;
    void choose(std::size_t run);
    void step(bool forward);
    void updateSteps();
    QString headText() const;
    QString nameOf(const Run& run) const;
    QString aboutText() const;
    void paintCell(QPainter& painter, const Column& column) const;
    void paintMethods(QPainter& painter, const std::vector<Column>& columns) const;

    std::vector<Run> m_runs;
    const bool m_calls;
    std::map<QString, QString> m_shortNames;  ///< of methods, where there is no room for the whole; those that tell them apart
    std::optional<std::size_t> m_chosen;
    std::set<std::size_t> m_beside;
    QToolButton *m_before, *m_after;
};

}  // namespace etscope::ui
