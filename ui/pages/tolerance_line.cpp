#include "pages/tolerance_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>

namespace etscope::ui {

QLineEdit* addToleranceLine(QHBoxLayout* bar, const QString& title, const QString& value, QTimer& delay, QWidget* parent) {
    auto* label = new QLabel(title, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    auto* line = new QLineEdit(value, parent);
    line->setMaximumWidth(80);
    line->setAccessibleName(title);
    bar->addWidget(label);
    bar->addWidget(line);
    QObject::connect(line, &QLineEdit::textChanged, &delay, qOverload<>(&QTimer::start));
    return line;
}

double toleranceOf(const QLineEdit* line, double fallback) {
    bool ok = false;
    const double typed = line->text().toDouble(&ok);
    return ok && typed >= 0 ? typed : fallback;
}

}  // namespace etscope::ui
