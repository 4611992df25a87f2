#include "frame/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "frame/commands.h"
#include "frame/tensor_list.h"
#include "inventory/tensor_rows.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr qsizetype kShown = 60;

/// 0: no match; else higher for better ones: whole word starts before scattered letters.
int matchLevel(const QString& title, const QString& wanted) {
    if (wanted.isEmpty()) return 1;
    const qsizetype at = title.indexOf(wanted, 0, Qt::CaseInsensitive);
    if (at == 0) return 4;
    if (at > 0) return title[at - 1].isLetterOrNumber() ? 2 : 3;
    return 0;
}

}  // namespace

CommandPalette::CommandPalette(Workspace& workspace, Commands& commands, QWidget* parent)
    : QDialog(parent, Qt::Popup), m_workspace(workspace), m_commands(commands) {
    setObjectName(QStringLiteral("palette"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    m_line = new QLineEdit(this);
    m_line->setPlaceholderText(tr("Command, page, method, operator, tensor or address     > commands   @ operators   # tensors"));
    column->addWidget(m_line);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    column->addWidget(m_list);
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_line, &QLineEdit::returnPressed, this, [this] { run(m_list->currentRow()); });
    connect(m_list, &QListWidget::itemClicked, this, [this] { run(m_list->currentRow()); });
}

void CommandPalette::openWith(const QString& text) {
    collect();
    m_line->setText(text);
    filter(text);
    resize(std::min(680, parentWidget()->width() - 80), 380);
    move(parentWidget()->mapToGlobal(QPoint((parentWidget()->width() - width()) / 2, 70)));
    show();
    m_line->setFocus();
}

void CommandPalette::collect() {
    m_entries.clear();
    for (const Commands::Row& row : m_commands.rows())
        m_entries.append({QLatin1Char('>'), row.title, row.reason.isEmpty() ? row.keys : row.reason, row.reason.isEmpty(),
                          [this, id = row.id] { m_commands.run(id); }});
    const SessionPtr& session = m_workspace.session();
    if (session == nullptr) return;
    for (const session::Method& method : session->methods()) {
        const QString name = text(method.name);
        m_entries.append(
            {QLatin1Char('@'), name, tr("method"), true, [this, name] { m_workspace.select(Address::ofMethod(name)); }});
        for (const graph::StageId& stage : method.stages)
            m_entries.append({QLatin1Char('@'), name + QLatin1Char('/') + text(stage), tr("stage"), true,
                              [this, name, stage = text(stage)] { m_workspace.select(Address::ofStage(name, stage)); }});
    }
    if (const auto read = session->graph(m_workspace.method().toStdString(), m_workspace.stage().toStdString(), {})) {
        const graph::GraphModel& model = **read;
        for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
            const QString path = text(model.nodePath(graph::NodeId(i)));
            m_entries.append({QLatin1Char('@'), path, text(model.text(model.node(graph::NodeId(i)).target)), true, [this, path] {
                                  m_workspace.select(Address::ofNode(m_workspace.method(), m_workspace.stage(), path));
                                  m_workspace.showPage(QStringLiteral("graph"));
                              }});
        }
    }
    if (const auto list = tensorList(*session, {}))
        for (std::size_t i = 0; i < (*list)->rows()->size(); ++i) {
            const inventory::TensorRow& row = (*(*list)->rows())[i];
            m_entries.append({QLatin1Char('#'), text(row.name), text(row.method) + QLatin1Char(' ') + text(row.stage), true,
                              [this, address = (*list)->address(i)] {
                                  m_workspace.select(address);
                                  m_workspace.showPage(QStringLiteral("tensors"));
                              }});
        }
}

void CommandPalette::filter(const QString& typed) {
    const QChar prefix = typed.isEmpty() ? QChar() : typed.front();
    const bool restricted = prefix == QLatin1Char('>') || prefix == QLatin1Char('@') || prefix == QLatin1Char('#');
    const QString wanted = (restricted ? typed.mid(1) : typed).trimmed();
    QList<std::pair<int, qsizetype>> hits;
    for (qsizetype i = 0; i < m_entries.size(); ++i)
        if (!restricted || m_entries[i].prefix == prefix)
            if (const int level = matchLevel(m_entries[i].title, wanted); level > 0) hits.append({-level, i});
    std::stable_sort(hits.begin(), hits.end());
    m_list->clear();
    m_shown.clear();
    for (const auto& [level, i] : hits.mid(0, kShown)) {
        const Entry& entry = m_entries[i];
        auto* item =
            new QListWidgetItem(entry.title + (entry.detail.isEmpty() ? QString() : QStringLiteral("    ") + entry.detail), m_list);
        if (!entry.possible) item->setForeground(tokens().text3);
        m_shown.append(i);
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run(int row) {
    const Address address = Address::parse(m_line->text(), m_workspace.methods());
    const auto action = row >= 0 && row < m_shown.size() ? m_entries[m_shown[row]].run : std::function<void()>();
    hide();
    if (action) return action();
    if (address.valid()) m_workspace.select(address);
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
