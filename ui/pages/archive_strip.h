// ArchiveStrip: a damaged archive by offset: its entries, where it ends, what its headers name and is not there. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "session/session.h"

namespace etscope::ui {

class ArchiveStrip : public QWidget {
    Q_OBJECT
public:
    explicit ArchiveStrip(const session::SessionFile& file, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Part {
        double from = 0, to = 0;
        QString name;
        bool truncated = false;
    };
    std::vector<Part> m_parts;
    double m_size = 1, m_claimed = 1;
    QString m_name;
};

}  // namespace etscope::ui
