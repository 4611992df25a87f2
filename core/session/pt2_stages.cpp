#include "session/pt2_stages.h"

#include <algorithm>

#include "base/base_name.h"
#include "base/escaped.h"

namespace etscope::session {

std::optional<Pt2Stage> pt2Stage(const Session& session, std::string_view method, const graph::StageId& stage) {
    const auto archived = stage == graph::StageId::exported() ? session.archived(method) : std::nullopt;
    if (!archived) return std::nullopt;
    const SessionFile& file = session.files()[archived->file];
    return Pt2Stage{archived->file, file.pt2, &file.pt2->models[archived->model]};
}

bool hasPt2Stage(const Session& session) {
    return std::ranges::any_of(session.methods(), [&](const Method& method) {
        return pt2Stage(session, method.name, graph::StageId::exported()).has_value();
    });
}

Result<std::shared_ptr<const pickle::Artifact>> pt2Artifact(const Session& session, const Pt2Stage& of, std::size_t entry,
                                                            const JobContext& job) {
    return session.store().get<pickle::Artifact>(
        storeKey("session::pt2Artifact", std::to_string(of.file) + "/" + std::to_string(entry)), job,
        [&]() -> Result<std::shared_ptr<const pickle::Artifact>> {
            Diagnostics diagnostics;
            const auto content = of.archive->content(entry);
            auto opened = content ? pickle::Artifact::open(*content, diagnostics, job)
                                  : Result<std::shared_ptr<const pickle::Artifact>>(content.failure());
            if (!opened && !opened.cancelled()) diagnostics.error(opened.error());
            session.addDiagnostics(diagnostics, escaped(baseName(session.files()[of.file].path)) + " · " +
                                                    escaped(of.archive->zip->entries()[entry].name));
            return opened;
        });
}

}  // namespace etscope::session
