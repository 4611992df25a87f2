#include "look/tolerance_line.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <cmath>

#include "look/marks.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr const char *kTolerance = "tolerance", *kProblem = "problem", *kInitial = "initial";

std::optional<double> parsed(const QString& text) {
    bool ok = false;
    const double typed = text.trimmed().toDouble(&ok);
    return ok && std::isfinite(typed) && typed >= 0 ? std::optional(typed) : std::nullopt;
}

QString problemOf(const QString& text) {
    if (parsed(text)) return {};
    if (QString point = text; parsed(point.replace(QLatin1Char(','), QLatin1Char('.'))))
        return QObject::tr("Use a point: %1").arg(point.trimmed());
    return QObject::tr("A tolerance is a number from 0 up, such as 0.001 or 1e-3");
}

void read(QLineEdit* line, QTimer& delay) {
    const QString problem = problemOf(line->text());
    markProblem(line, problem.isEmpty() ? problem
                                        : QObject::tr("%1.\nUntil then %2 is judged with.")
                                              .arg(problem, QString::number(line->property(kTolerance).toDouble())));
    if (problem.isEmpty()) delay.start();
}

/// Only when typing has paused: "0" on the way to "0,1" is not meant.
void keep(QLineEdit* line) {
    if (const auto typed = parsed(line->text())) line->setProperty(kTolerance, *typed);
}

}  // namespace

void markProblem(QLineEdit* line, const QString& why) {
    line->setToolTip(why);
    line->setAccessibleDescription(why);
    auto* mark = line->property(kProblem).value<QAction*>();
    if (why.isEmpty() == (mark == nullptr)) return;
    if (why.isEmpty()) {
        line->setProperty(kProblem, QVariant());
        delete mark;
        line->setStyleSheet({});
        return;
    }
    mark = line->addAction(markIcon(Mark::Error), QLineEdit::TrailingPosition);
    line->setProperty(kProblem, QVariant::fromValue(mark));
    line->setStyleSheet(QStringLiteral("QLineEdit, QLineEdit:focus { border: 1px solid %1; }").arg(tokens().differ.name()));
}

QLineEdit* addToleranceLine(QHBoxLayout* bar, const QString& title, const QString& value, QTimer& delay, QWidget* parent) {
    auto* label = new QLabel(title, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    auto* line = new QLineEdit(value, parent);
    line->setMaximumWidth(px(80));
    line->setAccessibleName(title);
    line->setProperty(kTolerance, parsed(value).value_or(0));
    line->setProperty(kInitial, value);
    bar->addWidget(label);
    bar->addWidget(line);
    QObject::connect(line, &QLineEdit::textChanged, &delay, [line, &delay] { read(line, delay); });
    QObject::connect(&delay, &QTimer::timeout, line, [line] { keep(line); });
    return line;
}

double toleranceOf(const QLineEdit* line, double fallback) {
    const QVariant judged = line->property(kTolerance);
    return parsed(line->text()).value_or(judged.isValid() ? judged.toDouble() : fallback);
}

void resetTolerance(QLineEdit* line) {
    const QSignalBlocker quiet(line);
    line->setText(line->property(kInitial).toString());
    line->setProperty(kTolerance, parsed(line->text()).value_or(0));
    markProblem(line, {});
}

void typeTolerance(QLineEdit* line, const QString& value) {
    line->setText(value);
    line->setModified(true);
}

}  // namespace etscope::ui
