// The bar over a graph: where the selection is, the switches of the view, the zoom; what it has no room for is in a menu.
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "graph/graph_pane.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

QPushButton* makeButton(QHBoxLayout* bar, QWidget* parent, const QString& title, const QString& tip, bool checkable) {
    auto* button = new QPushButton(title, parent);
    button->setToolTip(tip);
    button->setAccessibleName(title.isEmpty() ? tip : title);
    button->setCheckable(checkable);
    button->setFocusPolicy(Qt::NoFocus);
    bar->addWidget(button);
    return button;
}

}  // namespace

void GraphPane::makeBar(QVBoxLayout* column) {
    auto* bar = m_bar = makeRow(nullptr, {10, 5, 8, 5}, 4);
    m_crumbs = named("breadcrumb", new QLabel(this));
    m_crumbs->setTextFormat(Qt::RichText);
    m_crumbs->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // long paths do not widen the window
    connect(m_crumbs, &QLabel::linkActivated, this, [this](const QString& path) {
        if (m_index == nullptr) return;
        if (const modules::ModuleId module = m_index->hierarchy().findPath(path.toStdString()); module.valid())
            revealModule(module);
    });
    onThemeChange(m_crumbs, [this] { updateCrumbs(); });
    bar->addWidget(m_crumbs, 1);
    m_matches = new QLabel(this);
    m_matches->setTextFormat(Qt::PlainText);
    m_matches->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(m_matches);
    connect(m_search, &NodeSearch::told, m_matches, &QLabel::setText);
    m_modules = makeButton(bar, this, tr("Modules"), tr("Group by module"), true);
    m_flat = makeButton(bar, this, tr("Flat"), tr("One graph without groups"), true);
    m_modules->setChecked(true);
    connect(m_modules, &QPushButton::clicked, this, [this] { setModules(true); });
    connect(m_flat, &QPushButton::clicked, this, [this] { setModules(false); });
    bar->addSpacing(6);
    m_fold = makeButton(bar, this, tr("Fold patterns"), tr("Show runs that mean one thing as one item (P)"), true);
    m_fold->setChecked(true);
    connect(m_fold, &QPushButton::clicked, this, &GraphPane::setFold);
    bar->addSpacing(6);
    m_down = makeButton(bar, this, {}, tr("Top down (L)"), true);
    m_right = makeButton(bar, this, {}, tr("Left to right (L)"), true);
    m_down->setIcon(lineIcon(Icon::TopDown));
    m_right->setIcon(lineIcon(Icon::LeftRight));
    m_down->setChecked(true);
    connect(m_down, &QPushButton::clicked, this, [this] { setDirection(layout::Direction::TopDown); });
    connect(m_right, &QPushButton::clicked, this, [this] { setDirection(layout::Direction::LeftRight); });
    bar->addSpacing(6);
    m_trace =
        makeButton(bar, this, tr("Trace"), tr("Dim what neither feeds nor follows the selection (U up, D down, Esc ends)"), true);
    m_trace->setIcon(lineIcon(Icon::Trace));
    connect(m_trace, &QPushButton::clicked, this,
            [this](bool on) { on ? m_tracing->trace(m_index, selectedNodes(), true, true) : m_tracing->end(); });
    connect(m_tracing, &GraphTrace::shown, m_trace, &QPushButton::setChecked);
    connect(m_tracing, &GraphTrace::told, m_matches, &QLabel::setText);
    makeZoom(bar);
    m_split = makeButton(bar, this, {}, tr("Another graph beside this one (V, middle click)"), false);
    m_split->setIcon(lineIcon(Icon::Split));
    connect(m_split, &QPushButton::clicked, this, &GraphPane::splitRequested);
    for (QWidget* part : {m_modules, m_flat, m_fold, m_trace, m_down, m_right}) m_barParts.push_back({part, 108});
    m_more = named("flat", new QToolButton(this));
    m_more->setText(QStringLiteral("»"));
    m_more->setToolTip(tr("What the bar has no room for"));
    m_more->setAccessibleName(tr("More"));
    bar->addWidget(m_more);
    connect(m_more, &QToolButton::clicked, this, &GraphPane::showMore);
    column->addLayout(bar);
}

void GraphPane::setBarParts(QWidget* left, QWidget* right) {
    m_crumbs->hide();
    m_split->hide();
    m_bar->insertWidget(0, left, 1);
    m_bar->addWidget(right);
}

void GraphPane::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    fitBar();
}

/// Where there is little room, the bar keeps what has no place in the menu.
void GraphPane::fitBar() {
    const int digit = QFontMetrics(bodyFont()).horizontalAdvance(QLatin1Char('0'));
    for (const BarPart& part : m_barParts) part.widget->setVisible(width() >= part.digits * digit);
    const auto hidden = [](const BarPart& part) { return part.widget->isHidden(); };
    m_more->setVisible(std::ranges::any_of(m_barParts, hidden));
    updateCrumbs();
}

/// The buttons that the bar has no room for, as a menu.
void GraphPane::showMore() {
    QMenu* menu = makeMenu(this);
    for (const BarPart& part : m_barParts) {
        auto* button = qobject_cast<QPushButton*>(part.widget);
        if (button == nullptr || !button->isHidden()) continue;
        QAction* action = menu->addAction(button->icon(), button->text().isEmpty() ? button->toolTip() : button->text(), button,
                                          &QPushButton::click);
        action->setCheckable(button->isCheckable());
        action->setChecked(button->isChecked());
        action->setToolTip(button->toolTip());
    }
    menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

void GraphPane::makeZoom(QHBoxLayout* bar) {
    bar->addSpacing(6);
    auto* smaller = makeButton(bar, this, {}, tr("Smaller (−)"), false);
    smaller->setIcon(lineIcon(Icon::Minus));
    m_zoom = new QLabel(this);
    m_zoom->setFixedWidth(QFontMetrics(bodyFont()).horizontalAdvance(QStringLiteral("400 % ")));
    m_zoom->setAlignment(Qt::AlignCenter);
    bar->addWidget(m_zoom);
    auto* larger = makeButton(bar, this, {}, tr("Larger (+)"), false);
    larger->setIcon(lineIcon(Icon::Plus));
    auto* fit = makeButton(bar, this, {}, tr("Fit all (F)"), false);
    fit->setIcon(lineIcon(Icon::Fit));
    auto* save = makeButton(bar, this, {}, tr("Export the whole graph (the menu of the canvas exports what is in view)"), false);
    save->setIcon(lineIcon(Icon::Export));
    for (QWidget* part : std::initializer_list<QWidget*>{smaller, m_zoom, larger, fit, save}) m_barParts.push_back({part, 86});
    connect(smaller, &QPushButton::clicked, this, [this] { m_canvas->zoomBy(0.8); });
    connect(larger, &QPushButton::clicked, this, [this] { m_canvas->zoomBy(1.25); });
    connect(fit, &QPushButton::clicked, m_canvas, [this] { m_canvas->fitAll(); });
    connect(save, &QPushButton::clicked, this, [this] {
        if (m_canvas->scene() != nullptr) chooseExport(m_canvas->scene()->bounds());
    });
}

void GraphPane::updateCrumbs() {
    if (m_index == nullptr) return m_crumbs->clear();
    const QString separator = QStringLiteral(" <span style='color:%1'>›</span> ").arg(tokens().text3.name());
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    QStringList names{workspace().method(), workspace().stage()};
    QStringList parts{html(names[0]), html(names[1])};
    if (const modules::ModuleId module = selectedModule(); module.valid())
        for (const modules::ModuleId id : hierarchy.chain(module))
            if (id != hierarchy.root()) {
                names.append(text(m_index->titleOf(id)));
                parts.append(quietLink(text(hierarchy.module(id).path), names.last()));
            }
    if (m_place.node.valid()) {
        names.append(text(m_index->model().text(m_index->model().node(m_place.node).id)));
        parts.append(QStringLiteral("<b>%1</b>").arg(html(names.last())));
    }
    // Where there is no room, what is selected and what is next to it stays.
    const QFontMetrics metrics(headingFont());
    const auto tooWide = [&] { return metrics.horizontalAdvance(names.join(QStringLiteral("  ›  "))) > m_crumbs->width(); };
    for (; parts.size() > 2 && tooWide(); names.removeAt(0), parts.removeAt(0)) {
    }
    if (tooWide())
        parts.last() =
            QStringLiteral("<b>%1</b>")
                .arg(html(metrics.elidedText(names.last(), Qt::ElideMiddle, m_crumbs->width() / static_cast<int>(names.size()))));
    m_crumbs->setText(parts.join(separator));
    m_crumbs->setToolTip(m_place.node.valid() ? tip(addressOf(m_place.node).text()) : QString());
}

}  // namespace etscope::ui
