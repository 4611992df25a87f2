// ViewChoices: which method, which stage, as the breadcrumb of the tool bar; and by what the graph is coloured, which stands beside
// the graph. GUI thread only.
#pragma once

#include <QWidget>
#include <array>

#include "workspace/workspace.h"

class QComboBox;

namespace etscope::ui {

class LabelledCombo;

class ViewChoices : public QWidget {
    Q_OBJECT
public:
    enum class Choice : std::uint8_t { Method, Stage, Overlay };
    ViewChoices(Workspace& workspace, QWidget* parent);
    /// For the place beside the graph.
    QWidget* overlays() const;
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
    QComboBox* combo(Choice which) const { return m_combos[static_cast<std::size_t>(which)]; }

    std::array<QComboBox*, 3> m_combos;  ///< by Choice
};

}  // namespace etscope::ui
