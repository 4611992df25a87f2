#include "pages/metadata_page.h"

#include <QScrollArea>
#include <algorithm>
#include <functional>

#include "answers/program_tables.h"
#include "base/escaped.h"
#include "inventory/metadata.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/finding_row.h"
#include "workspace/entity_state.h"

namespace etscope::ui {
namespace {

/// A value of more characters stands in the table alone.
constexpr qsizetype kLongestValue = 32;

bool isAbsent(const program::MetadataFinding& finding) { return finding.code.ends_with("-absent"); }

/// "get_bos_id is 3": what the finding is about, at one glance.
QString titleOf(const program::MetadataFinding& finding, const program::MetadataEntry* entry) {
    const QString key = text(escaped(finding.key));
    if (isAbsent(finding)) return MetadataPage::tr("%1 is absent").arg(key);
    const QString value = entry != nullptr ? metadataValueText(*entry) : QString();
    return value.isEmpty() || value.size() > kLongestValue ? key : MetadataPage::tr("%1 is %2").arg(key, value);
}

/// The message as a sentence; that the key is absent says the title.
QString sentenceOf(const program::MetadataFinding& finding) {
    QString message = said(finding.detail.empty() ? finding.message : finding.detail);
    if (!message.isEmpty()) message[0] = message[0].toUpper();
    return message;
}

FindingText findingText(const program::MetadataFinding& finding, const program::MetadataEntry* entry) {
    const QString script = text(finding.script);
    FindingText shown;
    shown.mark = severityMark(finding.severity);
    shown.title = titleOf(finding, entry);
    shown.strong = true;
    shown.word = text(finding.code);
    shown.lines = {sentenceOf(finding)};
    if (script.isEmpty()) return shown;
    shown.todo = MetadataPage::tr("In the export script");
    shown.script = script;
    shown.linkText = MetadataPage::tr("Copy line");
    shown.link = Link::copy(script);
    return shown;
}

}  // namespace

MetadataPage::MetadataPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::metadata(), parent) {
    m_findings = named("metadataFindings", new SteadyScrollArea(this));
    m_findings->setWidgetResizable(true);
    m_findings->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_findings->setFocusPolicy(Qt::NoFocus);
    m_findings->hide();
    addBelow(m_findings, 2);
    addChoice({tr("All"), tr("Findings"), tr("Not known")}, "metadataShow", true);
}

void MetadataPage::leaveChart() {
    mainTable()->setMaximumHeight(QWIDGETSIZE_MAX);
    delete m_findings->takeWidget();
    m_findings->hide();
}

void MetadataPage::showRows(const Rows&) { showFindings(); }

/// The metadata were read for the rows, which are there.
void MetadataPage::showFindings() {
    leaveChart();
    if (workspace().session() == nullptr) return;
    const auto metadata = inventory::metadata(*workspace().session());
    if (metadata->findings.empty()) return;
    auto* list = new QWidget;
    list->setAutoFillBackground(true);
    list->setBackgroundRole(QPalette::Base);
    auto* column = makeColumn(list, {}, 0);
    QString note = countText(metadata->findings.size());
    if (metadata->runner)
        note += QStringLiteral(" · ") + tr("for the %1: %2").arg(said(metadata->runner->name()), said(metadata->runner->evidence));
    QWidget* heading = makeHeading(tr("Findings"), note, list);
    heading->setContentsMargins(8, 10, 8, 4);
    column->addWidget(heading);
    QList<FindingText> findings;
    for (const program::MetadataFinding& finding : metadata->findings) {
        const auto entry = std::ranges::find(metadata->entries, finding.key, &program::MetadataEntry::key);
        findings.append(findingText(finding, entry == metadata->entries.end() ? nullptr : &*entry));
    }
    std::ranges::stable_sort(findings, std::ranges::greater(), &FindingText::mark);
    const FindingColumns columns = FindingColumns::of(findings);
    for (const FindingText& finding : findings) {
        auto* row = new FindingRow(finding, columns, list);
        connect(row, &FindingRow::linkActivated, &workspace(), &Workspace::follow);
        column->addWidget(row);
    }
    column->addStretch(1);
    m_findings->setWidget(list);
    m_findings->show();
    mainTable()->setMaximumHeight(mainTable()->heightFor(model().rows()));  // what is odd stands right below
}

}  // namespace etscope::ui
