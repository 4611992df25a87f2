// FindLine: the search line of the tool bar: offers the keys of queries while a term is typed, and keeps queries. GUI thread only.
#pragma once

#include <QLineEdit>

namespace etscope::ui {

class Page;

class FindLine : public QLineEdit {
    Q_OBJECT
public:
    explicit FindLine(QWidget* parent);
    void begin();
    /// `query`: the page reads it as one; what is wrong with it is underlined.
    void findIn(Page& page, bool query, bool forward, bool here);
    void saveQuery();
    /// A menu of the saved queries: to look for, show, hide and forget.
    void showQueries();

public slots:
    void showFound(bool found);

signals:
    /// The next place or the one before is looked for; `here`: the text is being typed.
    void asked(bool forward, bool here);
    /// By Escape.
    void left();
    void said(QString message);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    int termStart() const;
    void offerKeys();
};

}  // namespace etscope::ui
