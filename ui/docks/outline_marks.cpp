// The marks of the Outline: of files, methods and runs by the verdict, of weights, metadata and named data by what is found out
// after it, of modules by what is known of the calls.
#include <algorithm>

#include "docks/outline.h"
#include "docks/outline_delegate.h"
#include "frame/file_names.h"
#include "frame/verdict_words.h"
#include "look/rich_text.h"

namespace etscope::ui {

EntityState Outline::moduleState(const QTreeWidgetItem& item) const {
    const auto states = m_states.find(item.data(0, AddressOfItem).value<Address>().text());
    if (states == m_states.end() || states->second == nullptr) return {};
    QStringList paths = item.data(0, FoldedPaths).toStringList();
    if (paths.isEmpty()) paths.append(item.data(0, ModulePath).toString());
    EntityState worst;
    bool all = true;  // a tick is of all of them
    for (const QString& path : paths) {
        const EntityState state = states->second->of(path.toStdString());
        all = all && state.mark != Mark::None;
        if (worse(worst.mark, state.mark) != worst.mark) worst = state;
    }
    return worst.mark == Mark::Match && !all ? EntityState() : worst;
}

EntityState Outline::stateOf(const QTreeWidgetItem& item) const {
    const auto address = item.data(0, AddressOfItem).value<Address>();
    const findings::SessionVerdict* verdict = m_workspace.verdict().get();
    const SessionMarks* marks = m_marker.marks().get();
    const session::Session& session = *m_workspace.session();
    const auto what = item.data(0, PageOfItem).toString();
    if (!item.data(0, ModulePath).toString().isEmpty()) return moduleState(item);
    switch (address.kind) {
        case Address::Kind::File: {
            const qsizetype at = fileNames(session).indexOf(address.name);
            if (at < 0) return {};
            EntityState state = fileState(session.files()[static_cast<std::size_t>(at)], address.name, verdict);
            // What is as it should be has no mark here.
            return state.mark == Mark::Match || state.mark == Mark::Missing ? EntityState() : state;
        }
        case Address::Kind::Method:
            return verdict != nullptr ? methodState(*verdict, address.method) : checkingState(m_workspace.checking());
        case Address::Kind::Stage: {
            const auto states = m_states.find(address.text());
            return states != m_states.end() && states->second != nullptr ? states->second->of({}) : EntityState();
        }
        case Address::Kind::Run:
            return verdict != nullptr ? runState(*verdict, address.column) : checkingState(m_workspace.checking());
        case Address::Kind::Metadata: return metadataState(session, address.name);
        case Address::Kind::Tensor: return marks != nullptr ? marks->weightOf(item.text(0).toStdString()) : EntityState();
        case Address::Kind::None:
            if (marks == nullptr || item.parent() == nullptr) return {};
            if (what == QLatin1String("metadata")) return marks->metadata;
            if (what == QLatin1String("named-data")) return marks->namedData;
            if (what == QLatin1String("tensors"))
                return marks->weightsOf(item.parent()->data(0, AddressOfItem).value<Address>().method.toStdString());
            return {};
        default: return {};
    }
}

void Outline::setState(QTreeWidgetItem* item, const EntityState& state) {
    item->setData(0, MarkOfItem, static_cast<int>(state.mark));
    const QString name = item->text(0);
    const QString mark = state.mark == Mark::None ? QString() : state.words.isEmpty() ? markName(state.mark) : state.words;
    item->setToolTip(0, tip(mark.isEmpty() ? name : name + QLatin1Char('\n') + mark));
    item->setData(0, Qt::AccessibleDescriptionRole, mark);
}

void Outline::markRows() {
    if (m_workspace.session() == nullptr) return;
    for (QTreeWidgetItemIterator it(this); *it != nullptr; ++it) setState(*it, stateOf(**it));
    viewport()->update();
}

void Outline::judgeStages() {
    m_judging.cancel();
    if (m_workspace.verdict() == nullptr || m_indices.empty()) return;
    QList<Address> stages;
    for (QTreeWidgetItemIterator it(this); *it != nullptr; ++it) {
        const auto address = (*it)->data(0, AddressOfItem).value<Address>();
        if (address.kind == Address::Kind::Stage && m_indices.contains(address.text()) && !stages.contains(address))
            stages.append(address);
    }
    m_judging.start(
        tr("Judging modules"),
        [session = m_workspace.session(), stages](const JobContext& job) -> Result<std::map<QString, ModuleStatesPtr>> {
            std::map<QString, ModuleStatesPtr> found;
            for (const Address& stage : stages) {
                if (job.cancelled()) return cancelledFailure();
                if (auto states = moduleStates(*session, stage.method.toStdString(), stage.stageId(), job))
                    found[stage.text()] = *std::move(states);
            }
            return found;
        },
        [this](Result<std::map<QString, ModuleStatesPtr>> found) {
            if (!found) return;
            for (auto& [stage, states] : *found) m_states[stage] = std::move(states);
            markRows();
        },
        Urgency::Filling);
}

}  // namespace etscope::ui
