// Marks of what the verdict of a session does not name one by one: metadata, named data, weights of each method. They are those of
// the pages; found out once after the verdict. Any thread.
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <string>

#include "frame/entity_state.h"
#include "frame/workspace.h"
#include "inventory/tensor_rows.h"

namespace etscope::ui {

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
