#include "frame/status_area.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QToolButton>

#include "frame/commands.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
StatusArea::StatusArea(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_jobs(JobRegistry::of(this)) {
    auto* row = makeRow(this, {8, 0, 8, 0}, 8);
    const auto label = [&](const QString& name) {
        auto* made = new ElidedLabel(this);
        made->setObjectName(name);
        row->addWidget(made);
        return made;
    };
    m_address = label(QStringLiteral("address"));
    m_address->setFont(codeFont());
    m_address->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* copy = makeSignButton(Icon::Copy, tr("Copy address (%1)").arg(keyText(QStringLiteral("Ctrl+Shift+C"))), this);
    copy->setAccessibleName(tr("Copy address"));
    connect(copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_address->text()); });
    copy->hide();
    row->addWidget(copy);
    row->addStretch();
    m_job = label(QStringLiteral("job"));
    m_progress = new QProgressBar(this);
    m_progress->setFixedWidth(px(110));
    m_progress->setTextVisible(false);
    row->addWidget(m_progress);
    m_cancel = named("cancelJob", makeSignButton(Icon::Close, tr("Cancel"), this));
    m_cancel->setAccessibleName(tr("Cancel the running job"));
    connect(m_cancel, &QToolButton::clicked, this, [this] { m_jobs.running().size() > 1 ? showJobs() : m_jobs.cancelAll(); });
    row->addWidget(m_cancel);
    for (QHBoxLayout** links : {&m_verdict, &m_counts}) {
        *links = makeRow(nullptr, {}, 2);
        row->addLayout(*links);
    }
    m_size = label(QStringLiteral("sessionSize"));
    const auto tellAddress = [this, copy] {
        const Address& address = m_workspace.selection();
        m_address->setText(address.valid() ? address.text() : m_workspace.method());
        copy->setVisible(!m_address->text().isEmpty());
    };
    connect(&workspace, &Workspace::selectionChanged, this, tellAddress);
    connect(&workspace, &Workspace::viewChanged, this, tellAddress);
    connect(&workspace, &Workspace::sessionChanged, this, &StatusArea::updateCounts);
    connect(&workspace, &Workspace::verdictChanged, this, &StatusArea::updateVerdict);
    connect(&m_jobs, &JobRegistry::changed, this, &StatusArea::updateJobs);
    updateJobs();
    updateCounts();
    updateVerdict();
}

QToolButton* StatusArea::addLink(Mark mark, const QString& text, const QString& name) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIcon(markIcon(mark));
    button->setText(text);
    button->setAccessibleName(markName(mark) + QLatin1Char(' ') + text);
    return button;
}

/// Only that nothing was checked, or is being: the rail says what came out.
void StatusArea::updateVerdict() {
    emptyLater(m_verdict);
    if (m_workspace.session() == nullptr || m_workspace.verdict() != nullptr) return;
    QToolButton* button =
        addLink(Mark::Missing, m_workspace.checking() ? tr("checking …") : tr("not checked"), QStringLiteral("verdict"));
    button->setToolTip(m_workspace.checking() ? QString() : tr("Check again"));
    connect(button, &QToolButton::clicked, this, [this] {
        if (!m_workspace.checking()) m_workspace.judge();
    });
    m_verdict->addWidget(button);
}

void StatusArea::updateJobs() {
    const auto& running = m_jobs.running();
    for (QWidget* widget : {static_cast<QWidget*>(m_job), static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_cancel)})
        widget->setVisible(!running.isEmpty());
    if (!running.isEmpty()) {
        m_job->setText(running.size() > 1 ? tr("%1 +%2").arg(running.last()->title).arg(running.size() - 1)
                                          : running.last()->title);
        m_progress->setValue(static_cast<int>(running.last()->fraction * 100));
    } else {
        updateCounts();
    }
}

void StatusArea::showJobs() {
    QMenu* menu = makeMenu(this);
    for (const JobRegistry::RunningPtr& job : m_jobs.running()) {
        const int percent = static_cast<int>(job->fraction * 100);
        menu->addAction(lineIcon(Icon::Close),
                        percent > 0 ? tr("Cancel: %1, %2 %").arg(job->title).arg(percent) : tr("Cancel: %1").arg(job->title), this,
                        [job] { job->stop.request_stop(); });
    }
    menu->addSeparator();
    menu->addAction(tr("Cancel all"), &m_jobs, &JobRegistry::cancelAll);
    menu->popup(m_cancel->mapToGlobal(QPoint(0, -menu->sizeHint().height())));
}

void StatusArea::updateCounts() {
    const SessionPtr& session = m_workspace.session();
    emptyLater(m_counts);
    if (session == nullptr) return m_size->setText(tr("Ready"));
    const Diagnostics diagnostics = session->diagnostics();
    const std::pair<Mark, Severity> kinds[] = {
        {Mark::Error, Severity::Error}, {Mark::Warning, Severity::Warning}, {Mark::Note, Severity::Note}};
    for (const auto& [mark, severity] : kinds) {
        const auto count = diagnostics.count(severity);
        if (count == 0) continue;
        QToolButton* button = addLink(mark, countText(count), QStringLiteral("problemCounts"));
        button->setToolTip(mark == Mark::Error     ? tr("%n error(s)", nullptr, counted(count))
                           : mark == Mark::Warning ? tr("%n warning(s)", nullptr, counted(count))
                                                   : tr("%n note(s)", nullptr, counted(count)));
        connect(button, &QToolButton::clicked, &m_workspace, [this] { m_workspace.showPage(PageId::Problems); });
        m_counts->addWidget(button);
    }
    std::uint64_t size = 0;
    for (const session::SessionFile& file : session->files()) size += file.size;
    m_size->setText(tr("%n file(s) · %1", nullptr, counted(session->files().size())).arg(bytesText(size)));
}

}  // namespace etscope::ui
