// The right half of ShrinkPage: remedies as they are tried, the code of one, what it changes.
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "models/table_view.h"
#include "pages/repro_parts.h"
#include "pages/shrink_page.h"

namespace etscope::ui {
namespace {

constexpr int kMostRows = 8;

TextLabel* noteLine(const char* name, QWidget* parent) {
    auto* line = named(name, new TextLabel({}, Qt::PlainText, &Tokens::text2, parent));
    line->setContentsMargins(px(14), px(8), px(14), px(8));
    return line;
}

/// What was done with a remedy's lines; of those that wait there are none.
QString whatBecameOf(Remedy::State state) {
    switch (state) {
        case Remedy::State::Refused: return MendPart::tr("these lines could not be lowered or run");
        case Remedy::State::NotDecided: return MendPart::tr("these lines were tried, and not to the end");
        case Remedy::State::Same: return MendPart::tr("these lines were lowered");
        default: return MendPart::tr("these lines were run");
    }
}

}  // namespace

MendPart::MendPart(ReproBook& book, QWidget* parent) : QWidget(parent), m_book(book) {
    setObjectName(QStringLiteral("mendPart"));
    auto* column = makeColumn(this, {}, 0);
    column->addWidget(m_head = new ReproHead(tr("Mend"), "mendStatus", this));
    connect(m_head, &ReproHead::cancelAsked, this, [this] { m_book.cancelMending(); });
    connect(m_head, &ReproHead::linkActivated, this, &MendPart::mendAsked);
    column->addWidget(m_advice = noteLine("mendAdvice", this));
    m_table = new TableView(this);
    m_table->setAccessibleName(tr("Remedies"));
    m_table->setTable(&m_rows, QStringLiteral("remedies"));
    m_table->setRowLines(2);
    m_table->setMostRows(kMostRows);
    connect(m_table->horizontalScrollBar(), &QScrollBar::rangeChanged, m_table, &QWidget::updateGeometry);
    column->addWidget(m_table);
    column->addWidget(m_note = noteLine("mendNote", this));
    column->addWidget(m_why = noteLine("mendWhy", this));
    m_patch = new QWidget(this);
    auto* patch = makeColumn(m_patch, {}, 0);
    patch->addWidget(m_patchHead = new ReproHeading(tr("Patch"), m_patch));
    const auto act = [this](auto what) {
        return [this, what] {
            const auto& remedies = m_book.mending().told.remedies;
            if (const int at = chosen(); at >= 0) what(remedies[static_cast<std::size_t>(at)]);
        };
    };
    m_patchHead->addLink(tr("Copy"), act([this](const Remedy& remedy) {
                             QApplication::clipboard()->setText(remedy.patch);
                             emit reported(tr("Copied the patch"));
                         }),
                         "copyPatch");
    m_patchHead->addLink(tr("Save as…"), act([this](const Remedy& remedy) {
                             savePatch(this, remedy, [this](const QString& words) { emit reported(words); });
                         }),
                         "savePatch");
    patch->addWidget(m_code = makeCodeView("patchText", tr("Code of the remedy"), m_patch), 1);
    m_code->setMinimumHeight(px(150));
    column->addWidget(m_patch, 1);
    column->addWidget(m_changesHead = new ReproHeading(tr("What it changes"), this));
    column->addWidget(m_changes = named("remedyChanges", new ReproLines(this)));
    column->addStretch();
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (!m_filling && index.isValid()) choose(m_table->filter()->tableRow(index.row()));
    });
}

/// The one that a person chose, else the one to take, else the first.
int MendPart::chosen() const {
    const MendAnswer& told = m_book.mending().told;
    const auto at = std::ranges::find(told.remedies, m_chosen, &Remedy::title);
    if (!m_chosen.isEmpty() && at != told.remedies.end()) return static_cast<int>(at - told.remedies.begin());
    if (told.best && *told.best < told.remedies.size()) return static_cast<int>(*told.best);
    return told.remedies.empty() ? -1 : 0;
}

void MendPart::choose(int row) {
    const auto& remedies = m_book.mending().told.remedies;
    if (row < 0 || static_cast<std::size_t>(row) >= remedies.size()) return;
    m_chosen = remedies[static_cast<std::size_t>(row)].title;
    tellChosen();
}

void MendPart::tell() {
    const ReproBook::Mending& mending = m_book.mending();
    const MendAnswer& told = mending.told;
    const bool asked = mending.wasAsked();
    const double share = told.all == 0 ? -1 : static_cast<double>(told.done) / static_cast<double>(told.all);
    const QString can = m_book.canMend() ? tr("changes of the export that make it right") : tr("this build cannot try remedies");
    m_head->tell(mendMark(mending), asked ? mendStatus(mending) : can, mending.running, share, timeLeft(mending));
    m_head->setCancelled(mending.ending);
    m_head->setLink(!asked && m_book.canMend() ? tr("Mend…") : QString());
    static_cast<TextLabel*>(m_advice)->setWhole(told.advice);
    m_advice->setVisible(!told.advice.isEmpty());
    tellRemedies();
    tellChosen();
}

/// Rows that say the same stay: a person may be reading them.
void MendPart::tellRemedies() {
    const MendAnswer& told = m_book.mending().told;
    Rows rows = remedyRows(told);
    QStringList shown;
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (const Cell& cell : rows.cells[row]) shown += cell.text + cell.second;
    const bool any = !told.remedies.empty();
    m_table->setVisible(any);
    m_note->setVisible(any);
    static_cast<TextLabel*>(m_note)->setWhole(
        told.executorch.isEmpty()
            ? tr("Each is applied to the recorded program; what can be lowered is run on the cases of the session and judged.")
            : tr("Each was applied to the recorded program; what could be lowered was run with executorch %1 on the cases of the "
                 "session and judged.")
                  .arg(told.executorch));
    if (shown == m_shown) return;
    m_shown = shown;
    m_filling = true;
    m_rows.setRows(std::move(rows));
    m_table->updateGeometry();  // it is as high as its rows
    m_filling = false;
}

void MendPart::tellChosen() {
    const MendAnswer& told = m_book.mending().told;
    const int at = chosen();
    const bool there = at >= 0;
    m_filling = true;
    for (int row = 0; there && row < m_table->model()->rowCount(); ++row)
        if (m_table->filter()->tableRow(row) == at && m_table->currentIndex().row() != row)
            m_table->setCurrentIndex(m_table->model()->index(row, 0));
    m_filling = false;
    const Remedy remedy = there ? told.remedies[static_cast<std::size_t>(at)] : Remedy();
    const bool helps = remedy.state == Remedy::State::Right;
    static_cast<TextLabel*>(m_why)->setWhole(
        helps || remedy.why.isEmpty() ? QString() : QStringLiteral("%1: %2").arg(remedy.title, remedy.why));
    m_why->setVisible(!helps && !remedy.why.isEmpty());
    m_patch->setVisible(!remedy.patch.isEmpty());
    m_patchHead->setNotes(whatBecameOf(remedy.state), {});
    if (m_code->toPlainText() != remedy.patch) m_code->setPlainText(remedy.patch);
    const auto changes = there ? remedyChanges(told, remedy) : std::vector<ReproLine>();
    m_changesHead->setVisible(!changes.empty());
    m_changesHead->setNotes(remedy.title, {});
    m_changes->setLines(changes);
    m_changes->setVisible(!changes.empty());
}

}  // namespace etscope::ui
