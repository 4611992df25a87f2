#include "frame/page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QVBoxLayout>
#include <algorithm>

#include "charts/chart_view.h"
#include "look/elided_label.h"
#include "look/picture_file.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "models/table_view.h"

namespace etscope::ui {

Page::Page(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    connect(&workspace, &Workspace::sessionChanged, this, [this] {
        leave();
        invalidate();
    });
    connect(&workspace, &Workspace::viewChanged, this, &Page::invalidate);
    connect(&workspace, &Workspace::relatedChanged, this, [this] {
        if (mainTable() != nullptr) mainTable()->setRelated(m_workspace.related()->all);
    });
}

namespace {

/// What is above the table as it is, and all rows of the table.
void paintWhole(QWidget& page, const TableView& table, QPainter& painter) {
    const QPoint at = table.mapTo(&page, QPoint());
    page.render(&painter, {}, QRegion(0, 0, page.width(), at.y()));
    painter.translate(at);
    table.paintWhole(painter);
}

}  // namespace

QWidget* Page::focusTarget() const { return hasContent() ? mainTable() : nullptr; }

bool Page::find(const QString& text, bool forward, bool here) {
    return mainTable() != nullptr && mainTable()->find(text, forward, here);
}

bool Page::nextBad(bool forward) { return mainTable() != nullptr && mainTable()->nextBad(forward); }

Result<void> Page::exportTo(const QString& path) {
    const QString suffix = suffixOf(path);
    const TableView* table = hasContent() ? mainTable() : nullptr;
    const auto format = table != nullptr ? tableFormat(suffix) : std::nullopt;
    if (!format && !QStringList{"svg", "pdf", "png"}.contains(suffix))
        return suffixUnsupported(path,
                                 table != nullptr ? tr(".png, .svg, .pdf, .csv, .tsv, .json or .md") : tr(".png, .svg or .pdf"));
    QSize whole = size();
    if (table != nullptr) {
        const QPoint at = table->mapTo(this, QPoint());
        whole = {std::max(whole.width(), at.x() + table->wholeSize().width()), at.y() + table->wholeSize().height()};
    }
    return writeThroughDevice(path, {}, [&](QIODevice& device) -> Result<void> {
        if (format) return device.write(table->wholeText(*format).toUtf8()), Result<void>();
        const auto paint = [&](QPainter& painter) {
            if (table == nullptr) return render(&painter);
            painter.fillRect(QRect(QPoint(), whole), tokens().base);
            paintWhole(*this, *table, painter);
        };
        const VectorPicture picture{whole, objectName(), paint};
        if (suffix == QLatin1String("svg")) return writeSvg(device, picture);
        if (suffix == QLatin1String("pdf")) return writePdf(device, picture);
        return writePng(device, picture);
    });
}

void Page::showSelectionIn(ChartView& chart) {
    const auto show = [this, &chart] { chart.setSelection(m_workspace.selection(), m_workspace.related()->all); };
    connect(&m_workspace, &Workspace::selectionChanged, &chart, show);
    connect(&m_workspace, &Workspace::relatedChanged, &chart, show);
}

void Page::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_stale) return;
    m_stale = false;
    refresh();
}

void Page::invalidate() {
    m_stale = true;
    if (!isVisible()) return;
    m_stale = false;
    refresh();
}

EmptyState::EmptyState(const QString& title, const QString& why, const QString& action, QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(48, 48, 48, 48);
    layout->setSpacing(8);
    const auto add = [&](const QString& text, const QFont& font, TextLabel::Colour colour) {
        if (text.isEmpty()) return;
        auto* label = new TextLabel(text, Qt::PlainText, colour, this);
        label->setFont(font);
        layout->addWidget(label);
    };
    add(title, titleFont(), &Tokens::text);
    add(why, bodyFont(), &Tokens::text2);
    add(action, bodyFont(), &Tokens::text2);
    layout->addStretch();
}

/// The count gives way where there is no room for both.
QWidget* makeHeading(const QString& title, const QString& count, QWidget* parent) {
    auto* heading = new QWidget(parent);
    auto* row = new QHBoxLayout(heading);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* name = plainLabel(title, heading);
    name->setFont(headingFont());
    auto* amount = new ElidedLabel(heading);
    amount->setText(count);
    amount->setVisible(!count.isEmpty());
    const auto colour = [amount] {
        QPalette palette = amount->palette();
        palette.setColor(QPalette::WindowText, tokens().text3);
        amount->setPalette(palette);
    };
    colour();
    onThemeChange(amount, colour);
    row->addWidget(name);
    row->addWidget(amount, 1);
    if (count.isEmpty()) row->addStretch();
    return heading;
}

}  // namespace etscope::ui
