#include "pages/changes_view.h"

#include <QLineEdit>
#include <QSplitter>
#include <algorithm>

#include "look/make.h"
#include "look/tokens.h"
#include "pages/change_panel.h"
#include "pages/change_tree.h"

namespace etscope::ui {
namespace {

constexpr int kChangesViewNarrow = 900;

}  // namespace

ChangesView::ChangesView(QWidget* parent) : QWidget(parent) {
    auto* row = makeColumn(this);
    auto* split = m_split = new QSplitter(Qt::Horizontal, this);
    split->setObjectName(QStringLiteral("changeSplit"));
    row->addWidget(split);
    auto* left = new QWidget(split);
    auto* column = makeColumn(left, {}, 0);
    auto* filter = named("changeFilter", new QLineEdit(left));
    filter->setPlaceholderText(tr("Filter: module, kind, int4"));
    filter->setAccessibleName(tr("Filter"));
    filter->setClearButtonEnabled(true);
    auto* bar = makeRow(nullptr, kBarMargins);
    bar->addWidget(filter);
    column->addLayout(bar);
    m_tree = new ChangeTree(left);
    column->addWidget(m_tree, 1);
    m_panel = new ChangePanel(split);
    m_panel->setMinimumWidth(px(240));
    split->addWidget(left);
    split->addWidget(m_panel);
    split->setCollapsible(0, false);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    connect(filter, &QLineEdit::textChanged, m_tree, &ChangeTree::setFilter);
    connect(m_tree, &ChangeTree::itemChosen, this, &ChangesView::choose);
    connect(m_tree, &ChangeTree::itemOpened, this, [this](int item) {
        const ChangeItem& one = m_items->items[static_cast<std::size_t>(item)];
        emit opened(one.before, one.after);
    });
    connect(m_panel->graph(), &ChangeGraph::nodeChosen, this, &ChangesView::chosen);
    connect(m_panel, &ChangePanel::placeChosen, this, &ChangesView::choosePlace);
}

void ChangesView::setItems(ChangeItemsPtr items) {
    m_items = std::move(items);
    m_tree->setItems(m_items);
    const int first = m_items == nullptr || m_items->top.empty() ? -1 : m_items->top.front();
    {
        const QSignalBlocker shownAlone(m_tree);  // nobody chose it
        m_tree->setCurrentItem(first);
    }
    m_panel->show(m_items, first);
}

/// Where there is no room beside the list, what is chosen stands below it.
void ChangesView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const Qt::Orientation wanted = width() < px(kChangesViewNarrow) ? Qt::Vertical : Qt::Horizontal;
    if (m_split->orientation() == wanted) return;
    m_split->setOrientation(wanted);
    const int room = wanted == Qt::Vertical ? height() : width();
    m_split->setSizes(wanted == Qt::Vertical ? QList<int>{room / 2, room / 2} : QList<int>{room * 3 / 5, room * 2 / 5});
}

void ChangesView::choose(int item) {
    m_panel->show(m_items, item);
    if (m_items == nullptr) return;
    const ChangeItem& one = m_items->items[static_cast<std::size_t>(item)];
    emit chosen(one.before, one.after);
}

/// The row of its likes, and the module itself.
void ChangesView::choosePlace(int item, const QString& path) {
    m_tree->setCurrentItem(item);
    const ChangeItem& one = m_items->items[static_cast<std::size_t>(item)];
    const auto there = [&](const Address& place) {
        return place.kind == Address::Kind::Module ? Address::ofModule(place.method, place.stage, path) : place;
    };
    emit chosen(there(one.before), there(one.after));
}

/// Blocks that are alike are told by the first of them.
void ChangesView::select(const Address& chosen) {
    if (m_items == nullptr || !chosen.valid()) return;
    Address address = chosen;
    if (chosen.kind == Address::Kind::Module)
        for (const ChangeItem& one : m_items->items)
            for (const QString& path : one.after.method == chosen.method ? one.paths.mid(1) : QStringList())
                if (address.name.startsWith(path + QLatin1Char('.')))
                    address.name = one.paths.front() + address.name.mid(path.size());
    const auto tells = [&](const ChangeItem& one) {
        if (one.after == address) return true;
        return address.kind == Address::Kind::Module && one.after.method == address.method && one.paths.contains(address.name);
    };
    const auto hit = std::ranges::find_if(m_items->items, tells);
    if (hit == m_items->items.end()) return;
    const int item = static_cast<int>(hit - m_items->items.begin());
    if (item != m_tree->currentItem()) m_tree->setCurrentItem(item);
}

bool ChangesView::next(bool forward) {
    if (m_items == nullptr) return false;
    const auto& items = m_items->items;
    const int count = static_cast<int>(items.size()), step = forward ? 1 : count - 1;
    int at = m_tree->currentItem() < 0 ? (forward ? count - 1 : 0) : m_tree->currentItem();
    for (int tried = 0; tried < count; ++tried) {
        at = (at + step) % count;
        if (items[static_cast<std::size_t>(at)].mark == Mark::Unchanged) continue;
        m_tree->setCurrentItem(at);
        return true;
    }
    return false;
}

}  // namespace etscope::ui
