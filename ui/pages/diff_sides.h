// The line that names the two sides of a comparison: by their files, and by as much of their folders as tells them apart.
// GUI thread only.
#pragma once

#include <QStringList>
#include <QWidget>

namespace etscope::ui {

class ElidedLabel;

/// "v2/model: model.etrecord, model.pte" where the other side is in v1/model; only the files when the folder is the same.
QString sideName(const QStringList& paths, const QStringList& otherPaths);

/// Both names, with buttons to swap them, to change the right side or to close it.
class SidesLine : public QWidget {
    Q_OBJECT
public:
    explicit SidesLine(QWidget* parent = nullptr);
    void setSides(const QStringList& left, const QStringList& right);

signals:
    void swapRequested();
    void changeRequested();
    void closeRequested();

private:
    ElidedLabel *m_left, *m_right;
};

}  // namespace etscope::ui
