// What an operator gave on the way to the outputs, in the place of an output's difference.
#include <QLabel>
#include <QVBoxLayout>

#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "pages/outputs_page.h"

namespace etscope::ui {

void OutputsPage::makeGivenLine(QVBoxLayout* column) {
    m_givenLine = named("givenLine", new QLabel(m_filled));
    m_givenLine->setTextFormat(Qt::RichText);
    m_givenLine->setWordWrap(true);
    m_givenLine->setContentsMargins(10, 4, 10, 4);
    m_givenLine->hide();
    connect(m_givenLine, &QLabel::linkActivated, &workspace(), &Workspace::follow);
    column->addWidget(m_givenLine);
}

/// What is selected, where it is such a value; false: it is none.
bool OutputsPage::followGiven() {
    const Address& selected = workspace().selection();
    if (workspace().session() == nullptr || selected.kind != Address::Kind::Given) return false;
    if (selected == m_given && (m_value || m_valueJob.running())) return true;
    m_given = selected;
    m_value.reset();
    m_detailStale = true;
    m_matrix->setCurrent(-1);
    m_detail->clear();
    m_givenLine->setText(html(tr("Comparing what %1 gave …").arg(m_given.name)));
    m_givenLine->show();
    ask<std::optional<ComparedOutput>>(
        m_valueJob, tr("Comparing values of an operator"),
        [session = workspace().session(), given = m_given, options = givenOptions()](const JobContext& job) {
            return comparedOperator(*session, given, options, job);
        },
        [this](const std::optional<ComparedOutput>& value) { showGiven(value); }, [this] { leaveGiven(); });
    return true;
}

void OutputsPage::showGiven(const std::optional<ComparedOutput>& value) {
    const Address node = Address::ofNode(m_given.method, m_given.stage, m_given.name);
    const QString nothing = tr("No value of %1 was compared").arg(m_given.name);
    const QString why = tr("No run logged it, or nothing is known to hold it against.");
    const QString todo = tr("The numeric gap says what is missing, and computes references.");
    m_value = value;
    if (!value && m_loaded == nullptr && !m_job.running())
        return showEmpty(nothing, why, todo, tr("Numeric gap"),
                         [this, node] { workspace().follow(QStringLiteral("page:gap#") + node.text()); });
    const QString words =
        value ? tr("What an operator gave on the way, against its reference.") : nothing + QStringLiteral(". ") + why;
    QStringList parts{html(words), link(QStringLiteral("page:graph#") + node.text(), tr("Show in graph")),
                      link(QStringLiteral("page:gap#") + node.text(), tr("Numeric gap"))};
    if (m_loaded != nullptr && m_cell >= 0) {
        const compare::OutputPair& pair = (*m_loaded)[static_cast<std::size_t>(m_cell)].pair;
        const Address output = Address::ofOutput(text(pair.method), pair.column(), pair.output);
        parts.append(link(QStringLiteral("page:outputs#") + output.text(), tr("Back to the outputs")));
    }
    m_givenLine->setText(parts.join(QStringLiteral(" &nbsp;·&nbsp; ")));
    if (value) m_detail->setOutput(*value, givenOptions());
}

void OutputsPage::judgeGiven() {
    if (!m_value) return;
    askBeside<std::optional<ComparedOutput>>(
        m_valueJob, tr("Judging values of an operator"),
        [value = m_value, options = givenOptions()](const JobContext& job) -> Result<std::optional<ComparedOutput>> {
            auto judged = value;
            if (auto done = judgeAgain(*judged, options, job); !done) return done.failure();
            return judged;
        },
        [this](const std::optional<ComparedOutput>& value) { showGiven(value); }, Urgency::Awaited);
}

/// Back to the outputs.
void OutputsPage::endGiven() {
    if (!m_given.valid()) return;
    leaveGiven();
    m_loaded != nullptr ? showReady() : refresh();
}

void OutputsPage::leaveGiven() {
    m_valueJob.cancel();
    m_given = {};
    m_value.reset();
    m_givenLine->hide();
    m_givenLine->clear();
}

}  // namespace etscope::ui
