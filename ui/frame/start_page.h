// StartPage: what the window shows when nothing is open: a place to drop files, the sample, recent sessions, what is read.
#pragma once

#include <QWidget>

namespace etscope::ui {

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

signals:
    void openRequested();
    void sampleRequested();
    void sessionRequested(QStringList paths);
};

}  // namespace etscope::ui
