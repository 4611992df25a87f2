// Rail: the five questions at the left of the window, each with its mark and its answer in a few words. Knows no pages.
// GUI thread only.
#pragma once

#include <QAbstractButton>
#include <array>

#include "findings/answers.h"
#include "look/marks.h"

class QButtonGroup;

namespace etscope::ui {

/// The words of a question: "Correctness".
QString questionTitle(findings::Question question);

/// How much of a question there is room for.
enum class RailWidth { Words, Names, Icons };

/// One question, or a drawer below them.
class RailButton : public QAbstractButton {
    Q_OBJECT
public:
    RailButton(Icon icon, const QString& name, QWidget* parent);
    /// `status`: in a few words; may be empty.
    void setState(Mark mark, const QString& status);
    void setRoom(RailWidth room);
    /// A line without a state, with its key at the right.
    void setKey(const QString& key) { m_key = key; }
    QSize sizeHint() const override;
    /// Lower than it would be: small windows have all of them.
    QSize minimumSizeHint() const override { return {sizeHint().width(), sizeHint().height() / 3}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool isDrawer() const { return !m_key.isEmpty(); }
    void paintRow(QPainter& painter) const;
    void paintStack(QPainter& painter) const;
    void tell();

    Icon m_icon;
    Mark m_mark = Mark::None;
    QString m_status, m_key;
    RailWidth m_room = RailWidth::Words;
};

class Rail : public QWidget {
    Q_OBJECT
public:
    explicit Rail(QWidget* parent);
    void setState(findings::Question question, Mark mark, const QString& status);
    void setCurrent(findings::Question question);
    void setRoom(RailWidth room);
    RailButton* button(findings::Question question) const { return m_buttons[static_cast<std::size_t>(question)]; }
    /// A button at the lower end that a drawer's action shows and hides.
    void addDrawer(Icon icon, const QString& name, QAction* action);

signals:
    void chosen(etscope::findings::Question question);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr std::size_t kQuestions = static_cast<std::size_t>(findings::Question::Changes) + 1;

    std::array<RailButton*, kQuestions> m_buttons{};
    QList<RailButton*> m_drawers;
    QButtonGroup* m_group;
};

}  // namespace etscope::ui
