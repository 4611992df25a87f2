#include "shell/members.h"

#include <algorithm>

#include "join/family.h"
#include "look/numbers.h"

namespace etscope::ui {

Members::Members(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace) {
    connect(&workspace, &Workspace::sessionChanged, this, &Members::follow);
    follow();
}

QStringList Members::names() const {
    QStringList names;
    if (m_members.size() > 1)
        for (const Named& one : m_members) names.append(one.name);
    return names;
}

int Members::inView() const {
    const SessionPtr& session = m_workspace.session();
    const session::SessionFile* program = session != nullptr ? session->programFile() : nullptr;
    for (qsizetype i = 0; i < m_members.size(); ++i)
        if (m_members[i].paths == m_workspace.paths() || (program != nullptr && m_members[i].program == text(program->path)))
            return static_cast<int>(i);
    return -1;
}

void Members::open(int member) {
    if (member < 0 || member >= m_members.size() || m_members[member].paths == m_workspace.paths()) return;
    m_workspace.open(m_members[member].paths);
}

/// A member's own files are no other family.
void Members::follow() {
    m_job.cancel();
    const bool ours = std::ranges::any_of(m_members, [this](const Named& one) { return one.paths == m_workspace.paths(); });
    if (ours) return emit changed();
    m_members.clear();
    emit changed();
    const SessionPtr& session = m_workspace.session();
    const auto isProgram = [](const session::SessionFile& file) {
        return file.kind == FileKind::Pte || file.kind == FileKind::Bpte;
    };
    if (session == nullptr || std::ranges::count_if(session->files(), isProgram) < 2) return;
    m_job.start(
        tr("Finding programs"), [session](const JobContext& job) { return find(session, job); },
        [this](Result<List> found) {
            if (!found) return;
            m_members = *std::move(found);
            emit changed();
        },
        Urgency::Filling);
}

Result<Members::List> Members::find(const SessionPtr& session, const JobContext& job) {
    const auto family = join::family(*session, job);
    if (!family) return family.failure();
    List members;
    for (const join::Member& member : (*family)->members) {
        Named one{text(member.name), text(session->files()[member.program].path), {}};
        for (const join::MemberFile& file : member.files)
            if (const QString path = text(session->files()[file.file].path); !one.paths.contains(path)) one.paths.append(path);
        members.append(std::move(one));
    }
    return members;
}

}  // namespace etscope::ui
