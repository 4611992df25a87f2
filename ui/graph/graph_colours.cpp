#include "graph/graph_colours.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <algorithm>

#include "look/numbers.h"
#include "look/questions.h"

namespace etscope::ui {
GraphColours::GraphColours(Page& page, GraphCanvas& canvas, std::function<GraphSubject()> subject)
    : QObject(&page), m_page(page), m_canvas(canvas), m_subject(std::move(subject)) {
    page.setAcceptDrops(true);
    page.installEventFilter(this);
}

void GraphColours::set(int overlay) {
    m_overlay = static_cast<Overlay>(std::clamp(overlay, 0, static_cast<int>(overlayNames().size()) - 1));
    show();
    emit changed(m_overlay);
}

void GraphColours::setValues(const Values& values) {
    m_values = values;
    set(static_cast<int>(Overlay::Custom));
}

bool GraphColours::load(const QString& path) {
    const auto values = profile::CustomValues::read(path.toStdString());
    if (!values) {
        emit told(text(values.error().message));
        return false;
    }
    setValues(*values);
    emit loaded(*values);
    return true;
}

void GraphColours::setJudge(const Workspace& judge) {
    connect(&judge, &Workspace::gapChanged, this, [this] {
        if (m_overlay == Overlay::Error) show();
    });
}

void GraphColours::show() {
    GraphSubject subject = m_subject();
    if (subject.index == nullptr) return;
    subject.custom = m_values;
    m_page.askBeside<OverlayPtr>(
        m_job, tr("Colouring the graph"),
        [subject, overlay = m_overlay](const JobContext& job) { return OverlayMap::make(overlay, subject, job); },
        [this](const OverlayPtr& map) {
            m_canvas.setOverlay(map);
            emit shown();
        },
        Urgency::Awaited, [this] { m_canvas.setOverlay(nullptr); });
}

void GraphColours::clear() {
    m_job.cancel();
    m_canvas.setOverlay(nullptr);
}

void GraphColours::askForValues() {
    askForPath(&m_page, {PathQuestion::Kind::Open, tr("Colour by a file"), {}, tr("Values (*.csv *.tsv *.json)")},
               [this](const QString& path) { load(path); });
}

void GraphColours::askForRange() {
    const AmountRange range = m_canvas.range();
    askForText(&m_page, tr("Thresholds of the overlay"), tr("Least and largest amount; empty: all"),
               QStringLiteral("%1 %2").arg(range.low).arg(range.high), [this, range](const QString& words) {
                   const QStringList parts = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
                   if (parts.isEmpty()) return m_canvas.setRange({});
                   const double low = parts[0].toDouble(), high = parts.value(1, QString::number(range.high)).toDouble();
                   if (low > 0 && high >= low) m_canvas.setRange(AmountRange{low, high});
               });
}

/// One CSV or JSON file may be values of nodes; everything else is the window's.
bool GraphColours::eventFilter(QObject*, QEvent* event) {
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop) return false;
    auto* drop = static_cast<QDropEvent*>(event);
    const QList<QUrl> urls = drop->mimeData()->urls();
    const QString path = urls.value(0).toLocalFile();
    if (event->type() == QEvent::Drop && !load(path)) emit notValues(path);
    static const QStringList kSuffixes{QStringLiteral("csv"), QStringLiteral("tsv"), QStringLiteral("json")};
    const bool values = urls.size() == 1 && m_subject().index != nullptr && kSuffixes.contains(QFileInfo(path).suffix().toLower());
    values || event->type() == QEvent::Drop ? drop->acceptProposedAction() : drop->ignore();
    return true;
}

}  // namespace etscope::ui
