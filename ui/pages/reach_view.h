// ReachView: how far the checks reach: of each kind what was looked at of what there is, with a bar, and why not all was. GUI
// thread only.
#pragma once

#include <QFrame>

#include "findings/verdict.h"
#include "models/link.h"

class QGridLayout;
class QVBoxLayout;

namespace etscope::ui {

struct Reach {
    QString what;
    std::size_t looked = 0, all = 0;
    Link link;      ///< of the numbers
    QString known;  ///< what keeps the others from being looked at
};
/// What there is nothing of is not in it.
QList<Reach> reachOf(const session::Session& session, const findings::SessionVerdict& verdict,
                     const join::ConstantsCompared* constants);

class ReachView : public QFrame {
    Q_OBJECT
public:
    explicit ReachView(QWidget* parent = nullptr);
    void setReach(const QList<Reach>& reach);

signals:
    void linkActivated(etscope::ui::Link link);

private:
    QVBoxLayout* m_column;
};

}  // namespace etscope::ui
