// DriftView: the drift of a method: where and when it begins in a sentence, what cells show, and the map. GUI thread only.
#pragma once

#include <QWidget>

#include "answers/known_gap.h"

class QButtonGroup;
class QHBoxLayout;

namespace etscope::ui {

class DriftMap;
class LabelledCombo;
class TextLabel;

/// Buttons of which one is chosen; `names`: their object names.
QButtonGroup* makeSwitch(QHBoxLayout* bar, QWidget* parent, const QStringList& titles, const QStringList& names);

class DriftView : public QWidget {
    Q_OBJECT
public:
    explicit DriftView(QWidget* parent = nullptr);
    /// Null: nothing. The drift in view keeps what is marked in it.
    void setDrift(const DriftPtr& drift);
    const DriftPtr& drift() const { return m_drift; }
    DriftMap* map() const { return m_map; }
    /// What is chosen of it, which stands elsewhere.
    QWidget* choices() const { return m_choices; }
    /// The next cell, in execution order, that something goes wrong in by itself; nothing: there is none.
    std::optional<causes::Drift::Place> nextFault(bool forward) const;

private:
    void makeChoices(QHBoxLayout* bar);

    DriftPtr m_drift;
    QWidget* m_choices;
    TextLabel* m_headline;
    DriftMap* m_map;
    LabelledCombo *m_rows, *m_columns;
};

}  // namespace etscope::ui
