#include "frame/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <algorithm>

#include "compare/tensor_list.h"
#include "frame/commands.h"
#include "inventory/tensor_rows.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr qsizetype kShown = 60;

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
        m_entries.append({QLatin1Char('>'), row.title, row.reason.isEmpty() ? row.keys : row.reason, row.reason.isEmpty(),
                          [this, id = row.id] { m_commands.run(id); }, row.english});
    const SessionPtr& session = m_workspace.session();
    if (session == nullptr) return;
    for (const session::Method& method : session->methods()) {
        const QString name = text(method.name);
        m_entries.append(
            {QLatin1Char('@'), name, tr("method"), true, [this, name] { m_workspace.reveal(Address::ofMethod(name)); }});
        for (const graph::StageId& stage : method.stages)
            m_entries.append({QLatin1Char('@'), name + QLatin1Char('/') + text(stage), tr("stage"), true,
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
    const QString wanted = (restricted ? typed.mid(1) : typed).trimmed();
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
    (new QListWidgetItem(tr("Nothing matches"), m_list))->setForeground(tokens().text3);
}

void CommandPalette::showHits(const QList<Hit>& entries, const QList<Hit>& things) {
    const int row = m_list->currentRow();
    m_list->clear();
    m_shown.clear();
    const auto add = [this](const QString& title, const QString& detail, bool possible, std::function<void()> action) {
        auto* item = new QListWidgetItem(title + (detail.isEmpty() ? QString() : QStringLiteral("    ") + detail), m_list);
        if (!possible) item->setForeground(tokens().text3);
        m_shown.append(std::move(action));
    };
    for (auto entry = entries.begin(), thing = things.begin(); m_shown.size() < kShown;) {
        const bool takesThing = thing != things.end() && (entry == entries.end() || thing->first < entry->first);
        if (!takesThing && entry == entries.end()) break;
        if (takesThing) {
            const Thing& one = (*m_things)[(thing++)->second];
            add(one.title, one.detail, true, [this, address = one.address] {
                m_workspace.reveal(address);
                m_workspace.showPage(address.kind == Address::Kind::Tensor ? PageId::Tensors : PageId::Graph);
            });
        } else {
            const Entry& one = m_entries[static_cast<qsizetype>((entry++)->second)];
            add(one.title, one.detail, one.possible, one.run);
        }
    }
    m_list->setCurrentRow(things.isEmpty() ? 0 : std::clamp(row, 0, std::max(0, m_list->count() - 1)));
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
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, std::max(0, m_list->count() - 1)));
            return true;
        }
    }
    return QDialog::eventFilter(object, event);
}

}  // namespace etscope::ui
