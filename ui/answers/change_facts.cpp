#include "answers/change_facts.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>

#include "answers/diff_cells.h"
#include "findings/changes_answer.h"
#include "inventory/metadata.h"
#include "inventory/quantised_weights.h"
#include "inventory/summary.h"
#include "join/call_titles.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"

namespace etscope::ui {
namespace {

QString joined(QStringList parts) {
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

class Facts {
    Q_DECLARE_TR_FUNCTIONS(ChangeFacts)
public:
    Facts(const session::Session& before, const session::Session& after, const compare::SessionDiff& diff,
          const compare::ModuleChanges& changes, const JobContext& job)
        : m_before(before), m_after(after), m_diff(diff), m_changes(changes), m_job(job) {}

    Result<std::vector<ChangeFact>> make() const {
        std::vector<ChangeFact> facts{bytes(), methods(), weights(), delegates(), nodes(), metadata()};
        if (m_job.cancelled()) return cancelledFailure();
        return facts;
    }

private:
    ChangeFact bytes() const {
        const auto before = findings::shippedBytes(m_before), after = findings::shippedBytes(m_after);
        const QString sizes = diff::sizesText(before, after);
        ChangeFact fact{tr("Program, external data"), sizes.isEmpty() ? QStringLiteral("–") : sizes, {}};
        if (!before || !after)
            fact.note = tr("no program on one side");
        else if (*before == *after)
            fact.note = tr("the same size");
        else
            fact.note = diff::changeOfSize(before, after);
        return fact;
    }

    static bool samePorts(const std::vector<inventory::Port>& a, const std::vector<inventory::Port>& b) {
        return std::ranges::equal(a, b, [](const inventory::Port& x, const inventory::Port& y) {
            return x.kind == y.kind && x.valueType == y.valueType &&
                   x.shape.value_or(std::vector<inventory::ShapeDim>{}).size() ==
                       y.shape.value_or(std::vector<inventory::ShapeDim>{}).size();
        });
    }

    ChangeFact methods() const {
        QStringList others;
        std::size_t common = 0;
        for (const session::Method& one : m_before.methods()) {
            if (m_after.method(one.name) == nullptr) continue;
            const auto a = inventory::summary({m_before, one.name}, m_job), b = inventory::summary({m_after, one.name}, m_job);
            if (!a || !b) continue;
            ++common;
            if (!samePorts((*a)->inputs, (*b)->inputs) || !samePorts((*a)->outputs, (*b)->outputs)) others.append(text(one.name));
        }
        const auto count = [](const session::Session& session) { return countText(session.methods().size()); };
        ChangeFact fact{tr("Methods"), QStringLiteral("%1 → %2").arg(count(m_before), count(m_after)), {}};
        fact.note = common == 0        ? tr("none in common")
                    : others.isEmpty() ? tr("same inputs and outputs")
                                       : tr("other inputs or outputs: %1").arg(others.join(QStringLiteral(", ")));
        return fact;
    }

    std::optional<std::size_t> quantised(const session::Session& session) const {
        const auto rows = inventory::quantisedWeights(session, m_job);
        if (!rows) return std::nullopt;
        return static_cast<std::size_t>(
            std::ranges::count_if(*rows, [](const inventory::QuantisedWeight& one) { return !one.delegate; }));
    }

    ChangeFact weights() const {
        const auto before = quantised(m_before), after = quantised(m_after);
        ChangeFact fact{tr("Weights"), tr("unknown"), {}};
        if (before && after && *before == *after)
            fact.value = tr("%n quantised", nullptr, counted(*after));
        else if (before && after)
            fact.value = tr("%1 → %n quantised", nullptr, counted(*after)).arg(countText(*before));
        const auto differ = std::ranges::count_if(
            m_diff.tensors, [](const compare::ValueChange& one) { return one.state == compare::ChangeState::Changed; });
        fact.note = joined({tr("%n equal", nullptr, counted(m_diff.equalTensors)),
                            differ > 0 ? tr("%n differ(s)", nullptr, static_cast<int>(differ)) : QString()});
        return fact;
    }

    struct Calls {
        std::uint64_t count = 0;
        QStringList backends;
    };
    Calls calls(const session::Session& session) const {
        Calls calls;
        for (const session::Method& one : session.methods()) {
            const auto summary = inventory::summary({session, one.name}, m_job);
            if (!summary) continue;
            for (const inventory::DelegateTotals& row : (*summary)->delegates) {
                calls.count += row.calls;
                if (const QString name = text(join::shortBackendName(row.backend)); !calls.backends.contains(name))
                    calls.backends.append(name);
            }
        }
        return calls;
    }

    ChangeFact delegates() const {
        const Calls before = calls(m_before), after = calls(m_after);
        return {tr("Delegate calls"), QStringLiteral("%1 → %2").arg(countText(before.count), countText(after.count)),
                after.backends.isEmpty()
                    ? before.backends.isEmpty() ? tr("none") : tr("was %1").arg(before.backends.join(QStringLiteral(", ")))
                    : after.backends.join(QStringLiteral(", "))};
    }

    /// Of the stages that modules are told by.
    ChangeFact nodes() const {
        std::size_t before = 0, after = 0, added = 0, removed = 0;
        QStringList stages;
        for (const compare::MethodChange& method : m_changes.methods)
            for (const compare::StageDiff& stage : m_diff.stages) {
                if (stage.method != method.root.title || stage.stage != method.stage) continue;
                before += stage.left->nodeCount();
                after += stage.right->nodeCount();
                added += stage.added.size();
                removed += stage.removed.size();
                if (!stages.contains(text(stage.stage.text()))) stages.append(text(stage.stage.text()));
            }
        if (stages.isEmpty()) return {tr("Nodes"), m_changes.same.empty() ? tr("unknown") : tr("the same"), {}};
        return {tr("Nodes, %1").arg(stages.join(QStringLiteral(", "))),
                QStringLiteral("%1 → %2").arg(countText(before), countText(after)),
                QStringLiteral("+%1, −%2").arg(countText(added), countText(removed))};
    }

    ChangeFact metadata() const {
        const auto count = [&](compare::ChangeState state) {
            return counted(static_cast<std::size_t>(std::ranges::count(m_diff.metadata, state, &compare::ValueChange::state)));
        };
        const int added = count(compare::ChangeState::Added), removed = count(compare::ChangeState::Removed),
                  changed = count(compare::ChangeState::Changed);
        const std::size_t all = inventory::metadata(m_before)->entries.size();
        const QString words = joined({added > 0 ? tr("%n added", nullptr, added) : QString(),
                                      removed > 0 ? tr("%n removed", nullptr, removed) : QString(),
                                      changed > 0 ? tr("%n changed", nullptr, changed) : QString()});
        const std::size_t gone = static_cast<std::size_t>(removed) + static_cast<std::size_t>(changed);
        return {tr("Metadata"), words.isEmpty() ? tr("the same") : words,
                tr("%n equal", nullptr, counted(all - std::min(all, gone)))};
    }

    const session::Session &m_before, &m_after;
    const compare::SessionDiff& m_diff;
    const compare::ModuleChanges& m_changes;
    const JobContext& m_job;
};

}  // namespace

Result<std::vector<ChangeFact>> changeFacts(const session::Session& before, const session::Session& after,
                                            const compare::SessionDiff& diff, const compare::ModuleChanges& changes,
                                            const JobContext& job) {
    return Facts(before, after, diff, changes, job).make();
}

FactStrip::FactStrip(QWidget* parent) : QWidget(parent), m_grid(makeGrid(this, {}, 0, 0)) {
    setObjectName(QStringLiteral("changeFacts"));
}

void FactStrip::setFacts(const std::vector<ChangeFact>& facts) {
    for (QWidget* cell : m_cells) cell->deleteLater();
    m_cells.clear();
    m_columns = 0;
    for (const ChangeFact& fact : facts) {
        auto* cell = new QWidget(this);
        auto* column = makeColumn(cell, {12, 6, 12, 6}, 1);
        column->addWidget(plainLabel(fact.title, cell, &Tokens::text2));
        auto* value = plainLabel(fact.value, cell);
        value->setFont(headingFont());
        column->addWidget(value);
        auto* note = new TextLabel(fact.note, Qt::PlainText, &Tokens::text2, cell);
        note->setFont(smallFont());
        column->addWidget(note, 1, Qt::AlignTop);
        m_cells.push_back(cell);
    }
    place();
}

void FactStrip::place() {
    if (m_cells.empty()) return;
    int widest = 1;
    for (const QWidget* cell : m_cells) widest = std::max(widest, cell->minimumSizeHint().width());
    const int room = std::clamp(width() / widest, 1, static_cast<int>(m_cells.size()));
    const int columns = room >= 6 ? 6 : room >= 3 ? 3 : room;
    if (columns == m_columns) return;
    m_columns = columns;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        m_grid->addWidget(m_cells[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
        m_cells[i]->show();
    }
    for (int i = 0; i < 6; ++i) m_grid->setColumnStretch(i, i < columns ? 1 : 0);
}

void FactStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

void FactStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& t = tokens();
    painter.fillRect(rect(), t.raised);
    painter.setPen(t.hairline);
    for (const QWidget* cell : m_cells) {
        const QRect area = cell->geometry();
        if (area.left() > 0) painter.drawLine(area.topLeft(), area.bottomLeft());
        if (area.top() > 0) painter.drawLine(area.topLeft(), area.topRight());
    }
    painter.drawLine(rect().topLeft(), rect().topRight());
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

}  // namespace etscope::ui
