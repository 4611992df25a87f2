// How a thing of a session stands by its verdict: a mark and words. Outline, Inspector and tabs show the same; a tick only for what
// was compared and is equal. Any thread but for the marks' pixmaps.
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <string>

#include "findings/verdict.h"
#include "inventory/tensor_rows.h"
#include "look/marks.h"
#include "models/address.h"
#include "session/session.h"
#include "workspace/workspace.h"

namespace etscope::ui {

struct EntityState {
    Mark mark = Mark::None;
    QString words;  ///< may be empty
};

Mark severityMark(Severity severity);
/// Whether the verdict is being found out, where it is not there yet.
EntityState checkingState(bool checking);
/// Of its outputs; where these say nothing, of its calls.
EntityState methodState(const findings::SessionVerdict& verdict, const QString& method);
/// Of each file, in their order: whether it can be read, and how it is joined to the others; nothing where no join speaks of it.
std::vector<EntityState> fileStates(const session::Session& session, const findings::SessionVerdict* verdict);
EntityState runState(const findings::SessionVerdict& verdict, std::int64_t run);
/// What is said of a key by the findings of its metadata.
EntityState metadataState(const session::Session& session, const QString& key);

/// Of what the verdict of a session does not name one by one: metadata, named data, weights of each method. They are those of the
/// pages; found out once after the verdict.
struct SessionMarks {
    EntityState metadata, namedData;
    std::map<std::string, EntityState>
        weights;  ///< of each method: worst of them; Match only where all were compared and are equal
    std::map<std::string, EntityState, std::less<>> weight;  ///< by name in the record: those of which something is known

    EntityState weightsOf(const std::string& method) const;
    EntityState weightOf(std::string_view name) const;
};
using SessionMarksPtr = std::shared_ptr<const SessionMarks>;

/// What the page of metadata wears.
EntityState metadataPageState(const session::Session& session);
/// Errors: `cancelled`.
Result<SessionMarksPtr> sessionMarks(const session::Session& session, const JobContext& job);

/// Finds them out for a workspace, each time that its verdict is known; a child of it. GUI thread only.
class SessionMarker : public QObject {
    Q_OBJECT
public:
    explicit SessionMarker(Workspace& workspace);
    /// Null: not known, or not yet.
    const SessionMarksPtr& marks() const { return m_marks; }
    /// What is wrong on a page, as its tab wears it; None: nothing, or not known.
    Mark pageMark(const QString& page) const;

signals:
    void changed();

private:
    void find();

    Workspace& m_workspace;
    SessionMarksPtr m_marks;
    Job<SessionMarksPtr> m_job{this};
};

}  // namespace etscope::ui
