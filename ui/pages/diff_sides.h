// The line that names the two sides of a comparison: by their files, and by as much of their folders as tells them apart.
// GUI thread only.
#pragma once

#include <QLabel>
#include <QStringList>

namespace etscope::ui {

/// "v2/model: model.etrecord, model.pte" where the other side is in v1/model; only the files when the folder is the same.
QString sideName(const QStringList& paths, const QStringList& otherPaths);

/// A label of one line that gives up its middle when there is too little room.
class ElidedLabel : public QLabel {
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    void setWhole(const QString& text, const QString& tooltip);
    const QString& whole() const { return m_whole; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void elide();

    QString m_whole;
};

/// Both names, with buttons to change the right side or to close it.
class SidesLine : public QWidget {
    Q_OBJECT
public:
    explicit SidesLine(QWidget* parent = nullptr);
    void setSides(const QStringList& left, const QStringList& right);

signals:
    void changeRequested();
    void closeRequested();

private:
    ElidedLabel *m_left, *m_right;
};

}  // namespace etscope::ui
