// Section: a heading that folds its body; and the bodies that the Inspector fills with facts. GUI thread only.
#pragma once

#include <QWidget>

#include "docks/facts/entity_facts.h"

class QLabel;

namespace etscope::ui {

/// Settings remember by `name`, the same in every language, whether it is open.
class Section : public QWidget {
    Q_OBJECT
public:
    Section(const QString& name, const QString& title, const QString& value, QWidget* body, QWidget* parent = nullptr);
};

/// The facts of a group under its title; links go to the workspace. Null where the group has none.
QWidget* makeSection(const FactGroup& group, Workspace& workspace, QWidget* parent);
/// A mark in the colours of the theme, with its name for screen readers.

}  // namespace etscope::ui
