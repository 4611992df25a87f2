// What can be done with which kinds of files: the matrix of the start page. GUI thread only.
#pragma once

#include <QFrame>

class QGridLayout;

namespace etscope::ui {

/// A kind of file gives what is needed, gives part of it or adds to it, stands for another one, or has nothing to do with it.
enum class FileUse { None, Gives, Part, Substitute };

/// One row for each use, one column for each kind of file.
class UsesOfFiles : public QFrame {
    Q_OBJECT
public:
    explicit UsesOfFiles(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addHeader();
    void addUses();
    void addNames();
    void addCell(QWidget* cell, int row, int column, Qt::Alignment alignment = {});

    QGridLayout* m_grid;
};

/// The signs of the matrix with their meaning, in a line.
QWidget* makeUsesLegend(QWidget* parent);

}  // namespace etscope::ui
