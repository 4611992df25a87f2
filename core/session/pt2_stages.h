// Graphs of a session that a `.pt2` archive gives, with what they read: weights, constants, sample inputs. Any thread. Rules:
// docs/FORMATS.md "PT2 archives".
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "pickle/torch_archive.h"
#include "session/session.h"

namespace etscope::session {

struct Pt2Stage {
    unsigned file = 0;  ///< of Session::files()
    std::shared_ptr<const exported::Pt2Archive> archive;
    const exported::Pt2Model* model = nullptr;  ///< of the archive
};

/// The archive whose program is that stage of the method; nothing: a record or a bare program JSON is, or there is no such stage.
std::optional<Pt2Stage> pt2Stage(const Session& session, std::string_view method, const graph::StageId& stage);
/// Whether any method of the session has its exported graph from an archive.
bool hasPt2Stage(const Session& session);
/// A torch.save archive inside the archive, opened on first call and kept. Errors: those of the readers.
Result<std::shared_ptr<const pickle::Artifact>> pt2Artifact(const Session& session, const Pt2Stage& of, std::size_t entry,
                                                            const JobContext& job);

}  // namespace etscope::session
