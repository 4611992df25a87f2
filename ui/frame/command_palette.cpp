#include "frame/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <algorithm>
#include <array>

#include "compare/tensor_list.h"
#include "frame/commands.h"
#include "frame/palette_rows.h"
#include "inventory/tensor_rows.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Rows that are shown at most, of what is searched for alone and of groups beside others.
constexpr qsizetype kShown = 60;
constexpr std::array<qsizetype, 4> kShownOfGroup{30, 10, 15, 15};

/// What is typed, without the sign that says what is searched for.
QString wantedOf(const QString& typed) {
    const bool restricted = !typed.isEmpty() && QStringLiteral(">@#").contains(typed.front());
    return (restricted ? typed.mid(1) : typed).trimmed();
}

/// 0: no match; else higher for better ones: whole word starts before scattered letters.
int matchLevel(const QString& title, const QString& wanted) {
    if (wanted.isEmpty()) return 1;
    if (title == wanted) return 5;
    const qsizetype at = title.indexOf(wanted, 0, Qt::CaseInsensitive);
    if (at == 0) return 4;
    if (at > 0) return title[at - 1].isLetterOrNumber() ? 2 : 3;
    return 0;
}

}  // namespace

CommandPalette::CommandPalette(Workspace& workspace, Commands& commands, QWidget* parent)
    : QDialog(parent, Qt::Popup), m_workspace(workspace), m_commands(commands) {
    setObjectName(QStringLiteral("palette"));
    auto* column = makeColumn(this, {8, 8, 8, 8});
    m_line = new QLineEdit(this);
    m_line->setPlaceholderText(tr("Search commands, operators, tensors…     > commands   @ operators   # tensors"));
    column->addWidget(m_line);
    m_list = named("paletteList", new QListWidget(this));
    m_list->setItemDelegate(new PaletteRows(m_list));
    m_list->setMouseTracking(true);
    column->addWidget(m_list);
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_line, &QLineEdit::returnPressed, this, [this] { run(m_list->currentRow()); });
    connect(&workspace, &Workspace::sessionChanged, this, &QWidget::hide);  // it lists what was there
    connect(m_list, &QListWidget::itemClicked, this, [this] { run(m_list->currentRow()); });
}

void CommandPalette::openWith(const QString& text) {
    collect();
    m_line->setText(text);
    filter(text);
    gather();
    resize(std::min(680, parentWidget()->width() - 80), 380);
    move(parentWidget()->mapToGlobal(QPoint((parentWidget()->width() - width()) / 2, 70)));
    show();
    m_line->setFocus();
}

/// What is there without reading a graph.
void CommandPalette::collect() {
    m_entries.clear();
    for (const Commands::Row& row : m_commands.rows())
        m_entries.append({QLatin1Char('>'), Group::Commands, row.title, row.reason, row.keys, row.reason.isEmpty(),
                          [this, id = row.id] { m_commands.run(id); }, row.english});
    const SessionPtr& session = m_workspace.session();
    if (session == nullptr) return;
    for (const session::Method& method : session->methods()) {
        const QString name = text(method.name);
        m_entries.append({QLatin1Char('@'), Group::Places, name, tr("method"), {}, true, [this, name] {
                              m_workspace.reveal(Address::ofMethod(name));
                          }});
        for (const graph::StageId& stage : method.stages)
            m_entries.append({QLatin1Char('@'),
                              Group::Places,
                              name + QLatin1Char('/') + text(stage),
                              tr("stage"),
                              {},
                              true,
                              [this, name, stage = text(stage)] { m_workspace.reveal(Address::ofStage(name, stage)); }});
    }
}

/// Operators of the stage in view, and all tensors. In a job.
CommandPalette::Things CommandPalette::thingsOf(const session::Session& session, const QString& method, const QString& stage,
                                                const JobContext& job) {
    auto things = std::make_shared<std::vector<Thing>>();
    if (const auto read = session.graph(method.toStdString(), stage.toStdString(), job)) {
        const graph::GraphModel& model = **read;
        for (std::uint32_t i = 0; i < model.nodeCount() && !job.cancelled(); ++i) {
            const QString path = text(model.nodePath(graph::NodeId(i)));
            things->push_back({QLatin1Char('@'), path, text(model.text(model.node(graph::NodeId(i)).target)),
                               Address::ofNode(method, stage, path)});
        }
    }
    if (const auto list = compare::tensorList(session, job))
        for (std::size_t i = 0; i < (*list)->rows()->size() && !job.cancelled(); ++i) {
            const inventory::TensorRow& row = (*(*list)->rows())[i];
            things->push_back({QLatin1Char('#'), text(row.name), text(row.method) + QLatin1Char(' ') + text(row.stage),
                               Address::of((*list)->entity(i))});
        }
    return things;
}

/// The best of `of`, by level and place.
template <class List>
QList<CommandPalette::Hit> CommandPalette::best(const List& of, const QString& typed) {
    const QChar prefix = typed.isEmpty() ? QChar() : typed.front();
    const bool restricted = prefix == QLatin1Char('>') || prefix == QLatin1Char('@') || prefix == QLatin1Char('#');
    const QString wanted = wantedOf(typed);
    QList<Hit> hits;
    for (std::size_t i = 0; i < static_cast<std::size_t>(of.size()); ++i) {
        const auto& one = of[static_cast<decltype(of.size())>(i)];
        if (restricted && one.prefix != prefix) continue;
        int level = matchLevel(one.title, wanted);
        if constexpr (std::is_same_v<decltype(one), const Entry&>)
            if (!one.english.isEmpty()) level = std::max(level, matchLevel(one.english, wanted));
        if (level > 0) hits.append({-level, i});
    }
    const auto shown = hits.begin() + std::min(kShown, hits.size());
    std::partial_sort(hits.begin(), shown, hits.end());
    hits.erase(shown, hits.end());
    return hits;
}

/// What has to be read for it, once for all that is typed.
void CommandPalette::gather() {
    if (m_workspace.session() == nullptr) return;
    m_gather.start(
        tr("Listing operators and tensors"),
        [session = m_workspace.session(), method = m_workspace.method(),
         stage = m_workspace.stage()](const JobContext& job) -> Result<Things> { return thingsOf(*session, method, stage, job); },
        [this](Result<Things> things) {
            if (!things) return;
            m_things = std::move(*things);
            filter(m_line->text());
        });
}

/// Commands and methods at once, operators and tensors as soon as they are found.
void CommandPalette::filter(const QString& typed) {
    const QList<Hit> known = best(m_entries, typed);
    showHits(known, {});
    m_search.cancel();
    if (m_things == nullptr) return sayNone();
    m_search.start(
        tr("Searching"), [things = m_things, typed](const JobContext&) -> Result<QList<Hit>> { return best(*things, typed); },
        [this, known](Result<QList<Hit>> hits) {
            if (hits) showHits(known, *hits);
            sayNone();
        });
}

void CommandPalette::sayNone() {
    if (!m_shown.isEmpty() || m_line->text().trimmed().isEmpty()) return;
    auto* item = new QListWidgetItem(tr("Nothing matches"), m_list);
    item->setData(PaletteRows::TitleRole, item->text());
    item->setData(PaletteRows::PossibleRole, false);
}

/// The group with the best hit first; nothing but one group needs no head.
void CommandPalette::showHits(const QList<Hit>& entries, const QList<Hit>& things) {
    std::array<QList<Row>, kShownOfGroup.size()> groups;
    const auto add = [&](Group group, Row row) { groups[static_cast<std::size_t>(group)].append(std::move(row)); };
    for (const auto& [level, at] : entries) {
        const Entry& one = m_entries[static_cast<qsizetype>(at)];
        add(one.group, {level, one.title, one.detail, one.keys, one.possible, one.run});
    }
    for (const auto& [level, at] : things) {
        const Thing& one = (*m_things)[at];
        add(one.prefix == QLatin1Char('#') ? Group::Tensors : Group::Operators, rowOf(one, level));
    }
    std::vector<std::size_t> order;
    for (std::size_t group = 0; group < groups.size(); ++group)
        if (!groups[group].isEmpty()) order.push_back(group);
    std::ranges::sort(order, {}, [&](std::size_t group) { return std::pair(groups[group].front().level, group); });
    const int chosen = m_list->currentRow();
    m_list->clear();
    m_shown.clear();
    for (const std::size_t group : order) {
        if (order.size() > 1) addHead(static_cast<Group>(group));
        const qsizetype most = order.size() > 1 ? kShownOfGroup[group] : kShown;
        for (const Row& row : groups[group].first(std::min(most, groups[group].size()))) addRow(row);
    }
    m_list->setCurrentRow(things.isEmpty() ? 0 : std::clamp(chosen, 0, std::max(0, m_list->count() - 1)));
    if (m_list->currentRow() >= 0 && !m_shown.value(m_list->currentRow())) step(1);
    if (m_list->currentRow() <= 1) m_list->scrollToTop();
}

CommandPalette::Row CommandPalette::rowOf(const Thing& thing, int level) {
    return {level, thing.title, thing.detail, {}, true, [this, address = thing.address] {
                m_workspace.reveal(address);
                m_workspace.showPage(address.kind == Address::Kind::Tensor ? PageId::Tensors : PageId::Graph);
            }};
}

void CommandPalette::addHead(Group group) {
    static constexpr std::array<const char*, kShownOfGroup.size()> kHeads{QT_TR_NOOP("Commands"), QT_TR_NOOP("Methods and stages"),
                                                                          QT_TR_NOOP("Operators"), QT_TR_NOOP("Tensors")};
    const QString title = tr(kHeads[static_cast<std::size_t>(group)]);
    auto* item = new QListWidgetItem(title, m_list);
    item->setFlags(Qt::NoItemFlags);
    item->setData(PaletteRows::HeadRole, true);
    item->setData(PaletteRows::TitleRole, title);
    m_shown.append(std::function<void()>());
}

/// All of it is read as one text.
void CommandPalette::addRow(const Row& row) {
    QString whole = row.title;
    for (const QString& more : {row.detail, row.keys})
        if (!more.isEmpty()) whole += QStringLiteral("    ") + more;
    auto* item = new QListWidgetItem(whole, m_list);
    item->setData(PaletteRows::TitleRole, row.title);
    item->setData(PaletteRows::DetailRole, row.detail);
    item->setData(PaletteRows::KeysRole, row.keys);
    item->setData(PaletteRows::WantedRole, wantedOf(m_line->text()));
    item->setData(PaletteRows::PossibleRole, row.possible);
    m_shown.append(row.run);
}

/// Heads are passed over.
void CommandPalette::step(int by) {
    const int last = m_list->count() - 1, way = by < 0 ? -1 : 1;
    int row = std::clamp(m_list->currentRow() + by, 0, std::max(0, last));
    const auto isHead = [this](int at) { return at < m_shown.size() && !m_shown[at]; };
    while (isHead(row) && row + way >= 0 && row + way <= last) row += way;
    while (isHead(row) && row < last) ++row;
    m_list->setCurrentRow(row);
    if (row == 1 && isHead(0)) m_list->scrollToTop();
}

void CommandPalette::hideEvent(QHideEvent* event) {
    m_gather.cancel();
    m_search.cancel();
    m_things.reset();
    QDialog::hideEvent(event);
}

void CommandPalette::run(int row) {
    const Address address = Address::parse(m_line->text().trimmed(), m_workspace.methods());
    const auto action = row >= 0 && row < m_shown.size() ? m_shown[row] : std::function<void()>();
    hide();
    if (action) return action();
    if (address.valid()) m_workspace.reveal(address);
}

bool CommandPalette::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down       ? 1
                         : key == Qt::Key_Up       ? -1
                         : key == Qt::Key_PageDown ? 10
                         : key == Qt::Key_PageUp   ? -10
                                                   : 0;
        if (step != 0) {
            this->step(step);
            return true;
        }
    }
    return QDialog::eventFilter(object, event);
}

}  // namespace etscope::ui
