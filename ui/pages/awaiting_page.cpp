#include "pages/awaiting_page.h"

#include <QVBoxLayout>
#include <algorithm>

namespace etscope::ui {
namespace {

struct Awaited {
    const char* title;
    const char* why;
    FileKind kind;
    const char* file;
};
constexpr Awaited kAwaited[] = {
    {"Numeric gap", "Compares every operator of a run with its reference value.", FileKind::EtDump,
     "an ETDump with its debug buffer"},
    {"Events", "Time of every instruction and delegate event.", FileKind::EtDump, "an ETDump"},
};

}  // namespace

AwaitingPage::AwaitingPage(Workspace& workspace, int which, QWidget* parent) : Page(workspace, parent), m_which(which) {
    (new QVBoxLayout(this))->setContentsMargins(0, 0, 0, 0);
}

void AwaitingPage::refresh() {
    const Awaited& awaited = kAwaited[m_which];
    const SessionPtr& session = workspace().session();
    const bool present =
        session != nullptr && std::any_of(session->files().begin(), session->files().end(),
                                          [&](const session::SessionFile& file) { return file.kind == awaited.kind; });
    delete layout()->takeAt(0);
    qDeleteAll(findChildren<EmptyState*>(Qt::FindDirectChildrenOnly));
    const QString file = QString::fromLatin1(awaited.file);
    layout()->addWidget(new EmptyState(QString::fromLatin1(awaited.title), QString::fromLatin1(awaited.why),
                                       present ? tr("The session has %1, but this version does not read its content.").arg(file)
                                               : tr("This needs %1, which the session does not have.").arg(file),
                                       this));
}

}  // namespace etscope::ui
