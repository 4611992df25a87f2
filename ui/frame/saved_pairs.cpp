#include "frame/saved_pairs.h"

#include "join/delegate_bodies.h"

namespace etscope::ui {

SavedPairs::SavedPairs(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace) {
    connect(&workspace, &Workspace::otherChanged, this, &SavedPairs::follow);
}

void SavedPairs::wish(QList<SavedPair> pairs, const QStringList& against) {
    m_job.cancel();
    m_wished = std::move(pairs);
    m_against = against;
}

QList<SavedPair> SavedPairs::pairs() const {
    QList<SavedPair> all = m_wished;
    for (const compare::HandPair& pair : m_workspace.pairs()) {
        const auto node = [&](const std::string& path) {
            return Address::of(session::Entity::ofNode(pair.method, pair.stage, path)).text();
        };
        all.append({node(pair.left), node(pair.right)});
    }
    return all;
}

void SavedPairs::follow() {
    const Workspace* other = m_workspace.other();
    if (m_wished.isEmpty() || other == nullptr || other->session() == nullptr) return;
    if (other->paths() != m_against) return wish({}, {});
    m_job.start(
        tr("Finding paired nodes"),
        [before = m_workspace.session(), after = other->session(), pairs = m_wished,
         methods = m_workspace.methods()](const JobContext& job) { return check(before, after, pairs, methods, job); },
        [this](Result<Checked> checked) {
            if (!checked) return;
            m_wished.clear();
            m_workspace.setPairs(std::move(checked->found));
            if (!checked->gone.isEmpty()) emit missing(checked->gone);
        });
}

Result<SavedPairs::Checked> SavedPairs::check(const SessionPtr& before, const SessionPtr& after, const QList<SavedPair>& pairs,
                                              const QStringList& methods, const JobContext& job) {
    Checked checked;
    const auto there = [&](const session::Session& session, const Address& node) {
        const auto found = join::nodeAt({session, node.method.toStdString()}, node.stageId(), node.name.toStdString(), job);
        return found.hasValue();
    };
    for (const SavedPair& pair : pairs) {
        if (job.cancelled()) return cancelledFailure();
        const Address left = Address::parse(pair.before, methods), right = Address::parse(pair.after, methods);
        const bool nodes = left.kind == Address::Kind::Node && right.kind == Address::Kind::Node;
        const bool alike = nodes && left.method == right.method && left.stage == right.stage;
        if (alike && there(*before, left) && there(*after, right))
            checked.found.push_back({left.method.toStdString(), left.stageId(), left.name.toStdString(), right.name.toStdString()});
        else
            checked.gone.append(QStringLiteral("%1 = %2").arg(pair.before, pair.after));
    }
    return checked;
}

}  // namespace etscope::ui
