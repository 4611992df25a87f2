// The right half of AdvisorPage: what each operator does in each scheme, and what another scheme of one changes.
#include <QButtonGroup>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "look/flow_layout.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "models/table_view.h"
#include "pages/advisor_page.h"
#include "pages/repro_parts.h"

namespace etscope::ui {

OperatorsPart::OperatorsPart(Workspace& workspace, AdviceBook& book, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_book(book) {
    setObjectName(QStringLiteral("operatorsPart"));
    auto* column = makeColumn(this, {}, 0);
    column->addWidget(m_head = new ReproHeading(tr("Operators by effect"), this));
    m_table = new TableView(this);
    m_table->setObjectName(QStringLiteral("adviceTable"));
    m_table->setAccessibleName(tr("Operators by effect"));
    m_table->setTable(&m_rows, QStringLiteral("advice"));
    m_table->setRowLines(2);
    m_table->setMinimumHeight(px(180));
    column->addWidget(m_table, 3);
    makeWhatIf(this);
    column->addWidget(m_whatIf);
    connect(m_table, &QAbstractItemView::clicked, this, &OperatorsPart::takeCell);
    connect(m_table, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_table, &TableView::rowOpened, &workspace, &Workspace::visit);
    connect(m_table, &TableView::linkRequested, &workspace, &Workspace::follow);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_telling) tellWhatIf();
    });
    onThemeChange(this, [this] { tellWhatIf(); });
}

void OperatorsPart::makeWhatIf(QWidget* parent) {
    m_whatIf = named("whatIf", new QWidget(parent));
    auto* column = makeColumn(m_whatIf, {}, 0);
    column->addWidget(m_whatIfHead = new ReproHeading(tr("What if"), m_whatIf));
    m_whatIfHead->addLink(
        tr("Undo"), [this] { m_book.undo(m_workspace.method()); }, "undoWhatIf");
    auto* choice = new QWidget(m_whatIf);
    auto* row = makeRow(choice, {px(14), px(8), px(14), px(6)}, px(10));
    auto* title = plainLabel(tr("Scheme"), choice, &Tokens::text2);
    title->setContentsMargins(0, px(5), 0, 0);  // as the texts of the buttons beside it
    row->addWidget(title, 0, Qt::AlignTop);
    m_schemes = named("whatIfSchemes", new QWidget(choice));
    new FlowLayout(px(4), m_schemes);
    m_schemes->layout()->setContentsMargins({});
    row->addWidget(m_schemes, 1);
    m_schemeGroup = new QButtonGroup(m_schemes);
    connect(m_schemeGroup, &QButtonGroup::idClicked, this, [this](int cell) {
        if (const auto at = this->row(); at && !m_telling) m_book.change(m_workspace.method(), *at, static_cast<std::size_t>(cell));
    });
    column->addWidget(choice);
    m_keep = named("keepScheme", new QCheckBox(tr("keep it whatever the budget"), m_whatIf));
    m_keep->setContentsMargins(px(14), 0, px(14), 0);
    auto* kept = makeRow(nullptr, {px(14), 0, px(14), px(6)}, 0);
    kept->addWidget(m_keep);
    kept->addStretch();
    column->addLayout(kept);
    connect(m_keep, &QCheckBox::toggled, this, [this](bool on) {
        if (const auto at = this->row(); at && !m_telling) m_book.keep(m_workspace.method(), *at, on);
    });
    m_changes = named("whatIfChanges", new QWidget(m_whatIf));
    auto* grid = makeGrid(m_changes, {px(14), px(2), px(14), px(2)}, px(12), 0);
    grid->setColumnStretch(5, 1);
    column->addWidget(m_changes);
    column->addWidget(m_note = named("whatIfNote", new TextLabel({}, Qt::PlainText, &Tokens::text2, m_whatIf)));
    m_note->setContentsMargins(px(14), px(8), px(14), px(10));
}

/// The first one where none is current.
std::optional<std::size_t> OperatorsPart::row() const {
    const QModelIndex index = m_table->currentIndex();
    const int at = m_table->filter()->tableRow(index.isValid() ? index.row() : 0);
    return at >= 0 && static_cast<std::size_t>(at) < m_order.size() ? std::optional(m_order[static_cast<std::size_t>(at)])
                                                                    : std::nullopt;
}

/// A click on a bar chooses its scheme.
void OperatorsPart::takeCell(const QModelIndex& index) {
    const advisor::Scheme* scheme = schemeOfColumn(index.column());
    const auto at = row();
    if (scheme == nullptr || !at || told().advice == nullptr) return;
    const auto& cells = told().advice->rows[*at].cells;
    const auto cell = std::ranges::find(cells, scheme, &advisor::Cell::scheme);
    if (cell != cells.end()) m_book.change(m_workspace.method(), *at, static_cast<std::size_t>(cell - cells.begin()));
}

void OperatorsPart::follow(const Address& selection) {
    if (selection.valid() && selection.method == m_workspace.method()) m_table->selectAddress(selection);
}

void OperatorsPart::forget() {
    m_texts.clear();
    m_order.clear();
    m_shown.reset();
    m_telling = true;
    m_rows.setRows({});
    m_telling = false;
    tellWhatIf();
}

void OperatorsPart::tell() {
    tellRows(told());
    tellWhatIf();
}

/// Rows that say the same stay: a person may be reading them.
void OperatorsPart::tellRows(const Advising& told) {
    auto order = adviceOrder(told);
    Rows rows = adviceRows(told, order);
    QStringList shown;
    for (const auto& row : rows.cells)
        for (const Cell& cell : row)
            shown += cell.text + (cell.framed ? u'*' : u' ') + QString::number(static_cast<int>(cell.judged));
    const std::size_t all = rows.size();
    m_head->setNotes(told.advice == nullptr ? QString()
                     : told.advice->logits  ? tr("KL when only this one is narrow; frame: chosen")
                                            : tr("dB when only this one is narrow; frame: chosen"),
                     told.advice == nullptr ? QString() : tr("%n row(s)", nullptr, counted(all)));
    if (shown == m_texts && order == m_order) return;
    m_texts = std::move(shown);
    m_order = std::move(order);
    m_telling = true;
    m_rows.setRows(std::move(rows));
    m_telling = false;
}

void OperatorsPart::tellSchemes(const Advising& told, std::size_t row) {
    const auto& cells = told.advice->rows[row].cells;
    QStringList titles;
    for (const advisor::Cell& cell : cells) titles += text(cell.scheme->id);
    if (titles != m_schemeTitles) {
        m_schemeTitles = titles;
        for (QAbstractButton* old : m_schemeGroup->buttons()) m_schemeGroup->removeButton(old);
        emptyLater(m_schemes->layout());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            auto* button = new QPushButton(titles[static_cast<qsizetype>(i)], m_schemes);
            button->setCheckable(true);
            button->setToolTip(tip(said(Sentence::of(cells[i].scheme->title))));
            button->setAccessibleName(tr("Scheme %1").arg(button->text()));
            m_schemeGroup->addButton(button, static_cast<int>(i));
            m_schemes->layout()->addWidget(button);
            button->show();
        }
    }
    if (QAbstractButton* chosen = m_schemeGroup->button(static_cast<int>(told.cells()[row]))) chosen->setChecked(true);
}

void OperatorsPart::tellWhatIf() {
    const Advising& told = this->told();
    const auto at = row();
    const bool there = at && told.advice != nullptr && *at < told.advice->rows.size();
    m_whatIf->setVisible(there);
    if (!there) return;
    m_telling = true;
    m_whatIfHead->setNotes(text(told.advice->rows[*at].name), {});
    m_whatIfHead->findChild<QLabel*>(QStringLiteral("undoWhatIf"))->setVisible(!told.before.empty());
    tellSchemes(told, *at);
    m_keep->setChecked(told.choice.kept.contains(*at));
    m_telling = false;
    const auto changes = whatIf(told, *at);
    QList<QStringList> texts;
    for (const AdviceChange& one : changes) texts.append({one.name, one.from, one.to, one.by, markName(one.mark)});
    m_changes->setVisible(!changes.empty());
    if (texts != m_changeTexts) {
        m_changeTexts = texts;
        auto* grid = static_cast<QGridLayout*>(m_changes->layout());
        emptyNow(grid);
        for (int line = 0; line < texts.size(); ++line) {
            const AdviceChange& one = changes[static_cast<std::size_t>(line)];
            auto* to = plainLabel(one.to, m_changes);
            to->setFont(headingFont());
            grid->addWidget(one.mark == Mark::None ? new QLabel(m_changes) : makeMark(one.mark, px(13), m_changes), line, 0);
            grid->addWidget(plainLabel(one.name, m_changes), line, 1);
            grid->addWidget(plainLabel(one.from, m_changes, &Tokens::text2), line, 2, Qt::AlignRight);
            grid->addWidget(plainLabel(QStringLiteral("→"), m_changes, &Tokens::text3), line, 3);
            grid->addWidget(to, line, 4);
            grid->addWidget(plainLabel(one.by, m_changes, &Tokens::text2), line, 5);
            grid->setRowMinimumHeight(line, px(28));
        }
        for (int line = static_cast<int>(texts.size()); line < grid->rowCount(); ++line) grid->setRowMinimumHeight(line, 0);
    }
    m_note->setWhole(changes.empty() ? tr("It has the scheme of the set that is chosen; another one shows what follows.")
                     : told.running  ? tr("Predicted: the sum of what each does alone. It is evaluated when the search has ended.")
                                     : tr("Evaluated over the whole method; predicted is the sum of what each does alone."));
}

}  // namespace etscope::ui
