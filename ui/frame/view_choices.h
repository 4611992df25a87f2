// ViewChoices: the choices of the tool bar: which method, which stage, coloured by what. Without a session there is nothing to
// choose, and that is said instead. GUI thread only.
#pragma once

#include <QWidget>
#include <array>

#include "workspace/workspace.h"

class QComboBox;
class QLabel;

namespace etscope::ui {

class ViewChoices : public QWidget {
    Q_OBJECT
public:
    enum class Choice : std::uint8_t { Method, Stage, Overlay };
    ViewChoices(Workspace& workspace, QWidget* parent);
    /// By its English name, as OverlayName::id has it.
    QString overlay() const;
    /// By that or a part of it; false when there is none.
    bool setOverlay(const QString& name);
    /// Shows what there is to choose from, for keys.
    void popUp(Choice which);

public slots:
    /// One that was chosen elsewhere, by its number in overlayNames().
    void showOverlay(int overlay);

signals:
    void overlayChosen(int overlay);

private:
    void fill();
    QComboBox* combo(Choice which) const { return m_combos[static_cast<std::size_t>(which)]; }

    Workspace& m_workspace;
    QLabel* m_none;
    std::array<QComboBox*, 3> m_combos;  ///< by Choice
};

}  // namespace etscope::ui
