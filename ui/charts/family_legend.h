// FamilyLegend: what the colours of operator families mean, or signs, on one line at its right end; those that have no room are
// left out, and told by the tooltips of the others. GUI thread only.
#pragma once

#include <vector>

#include "charts/item_view.h"
#include "look/marks.h"
#include "modules/operator_family.h"

namespace etscope::ui {

class FamilyLegend : public ItemView {
    Q_OBJECT
public:
    explicit FamilyLegend(QWidget* parent = nullptr);
    void setFamilies(std::vector<modules::OperatorFamily> families);
    /// What else is painted in their colours, under its own names; or a sign with its words.
    struct Entry {
        modules::OperatorFamily family = modules::OperatorFamily::Other;
        QString words;
        Mark sign = Mark::None;
    };
    void setEntries(std::vector<Entry> entries);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    /// Those that have room.
    std::size_t count() const override;
    QRectF boxOf(std::size_t entry) const override;
    QString nameOf(std::size_t entry) const override { return m_entries[entry].words; }
    QString tooltipOf(std::size_t entry) const override;

protected:
    void paintAll(QPainter& painter) const override;
    QStringList tsvTitles() const override { return {tr("meaning")}; }
    QStringList tsvCells(std::size_t entry) const override { return {nameOf(entry)}; }
    void resizeEvent(QResizeEvent* event) override;

private:
    static double widthOf(const Entry& entry);
    /// Tab passes by where nothing is.
    void takeKeys() { setFocusPolicy(count() > 0 ? Qt::StrongFocus : Qt::NoFocus); }
    QString allWords() const;

    std::vector<Entry> m_entries;
};

}  // namespace etscope::ui
