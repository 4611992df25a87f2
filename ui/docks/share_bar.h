// ShareBar: a part of an amount as a bar beside its number. GUI thread only.
#pragma once

#include <QWidget>

#include "look/tokens.h"

namespace etscope::ui {

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

}  // namespace etscope::ui
