// Banners: what the window says above the pages: files that could not be opened, that are damaged, gone or changed, each with what
// can be done. GUI thread only.
#pragma once

#include <QWidget>
#include <functional>

#include "frame/file_watch.h"
#include "look/marks.h"

namespace etscope::ui {

class Banners : public QWidget {
    Q_OBJECT
public:
    Banners(Workspace& workspace, QWidget* parent);

signals:
    void commandAsked(QString id);

private:
    struct Said {
        Mark mark;
        QString title, detail, action;
        const char* name = "";  ///< of the banner
    };
    void add(const Said& said, std::function<void()> act);
    void tell();
    void tellFailure(const QString& message);
    void tellChange(const QString& path, bool gone);

    Workspace& m_workspace;
    FileWatch* m_files;
};

}  // namespace etscope::ui
