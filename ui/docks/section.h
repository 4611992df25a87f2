// Section: a heading that folds its body; the bodies that the Inspector fills with facts, and the bars and histograms in them. GUI
// thread only.
#pragma once

#include <QWidget>

#include "charts/histogram_view.h"
#include "docks/facts/entity_facts.h"
#include "look/tokens.h"

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

/// A part of an amount as a bar beside its number.
class ShareBar : public QWidget {
public:
    /// `share`: 0 … 1, of the widest. In a colour of the theme, or of its series where `series` is none of −1.
    ShareBar(double share, QColor Tokens::*colour, int series, QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share;
    QColor Tokens::*m_colour;
    int m_series;
};

/// How often a call took how long, between its shortest and its longest time, with the time that half of them took.
class TimeHistogram : public HistogramView {
    Q_OBJECT
public:
    explicit TimeHistogram(const TimeBars& times, QWidget* parent = nullptr);
    QString nameOf(std::size_t bar) const override;
    QString tooltipOf(std::size_t bar) const override;

protected:
    std::vector<Tick> xTicks() const override;
    std::vector<Tick> yTicks() const override { return {}; }
    void paintItems(QPainter& painter) const override;

private:
    QString words(double amount) const;

    double m_middle;
    profile::TimeUnit m_unit;
};

}  // namespace etscope::ui
