// FlowLayout: parts side by side, in as many lines as they need; one that is wider than a line is as wide as that. GUI thread only.
#pragma once

#include <QLayout>
#include <vector>

namespace etscope::ui {

class FlowLayout : public QLayout {
public:
    explicit FlowLayout(int spacing, QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.push_back(item); }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return minimumSize(); }
    /// As wide as the widest part.
    QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    /// The height that is needed within `area`; `place`: puts the parts there.
    int arrange(const QRect& area, bool place) const;

    std::vector<QLayoutItem*> m_items;
};

}  // namespace etscope::ui
