// Members: the programs of the files that are open (join/family), found in the background, and the one in view. Choosing one opens
// the files that are its own; the others stay known as long as one of them is in view. GUI thread only.
#pragma once

#include <QObject>

#include "jobs/job.h"
#include "workspace/workspace.h"

namespace etscope::ui {

class Members : public QObject {
    Q_OBJECT
public:
    Members(Workspace& workspace, QObject* parent);
    /// Empty while there are less than two.
    QStringList names() const;
    /// Of `names`; −1: none of them.
    int inView() const;
    void open(int member);

signals:
    void changed();

private:
    struct Named {
        QString name, program;
        QStringList paths;
    };
    using List = QList<Named>;
    static Result<List> find(const SessionPtr& session, const JobContext& job);
    void follow();

    Workspace& m_workspace;
    List m_members;
    Job<List> m_job{this};
};

}  // namespace etscope::ui
