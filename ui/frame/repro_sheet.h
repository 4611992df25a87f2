// ReproSheet: with which Python a culprit is shrunk or mended, how long, where to; and that this executes. GUI thread only.
#pragma once

#include <QDialog>

#include "run/target.h"
#include "workspace/repro_book.h"

class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace etscope::ui {

enum class ReproKind { Shrink, Mend };

class ReproSheet : public QDialog {
    Q_OBJECT
public:
    /// Of the session in view; gone with it. Owned by `window`.
    ReproSheet(Workspace& workspace, ReproBook& book, ReproKind kind, const Address& of, QWidget* window);

signals:
    /// It has begun.
    void begun();

private:
    void makeWhat(QVBoxLayout* column);
    void makeWhere(QVBoxLayout* column);
    void makeEnd(QVBoxLayout* column);
    void askTarget();
    void showCommand();
    void start();
    QString suggestedFolder() const;
    QString whyNotFolder() const;

    Workspace& m_workspace;
    ReproBook& m_book;
    const ReproKind m_kind;
    const Address m_of;
    QLineEdit *m_python = nullptr, *m_folder = nullptr;
    QSpinBox* m_seconds = nullptr;
    QDoubleSpinBox* m_memory = nullptr;
    QLabel *m_targetMark = nullptr, *m_targetWords = nullptr, *m_command = nullptr, *m_saysMark = nullptr, *m_says = nullptr;
    QPushButton* m_start = nullptr;
    Job<runrecord::Target> m_asking{this};
};

/// Asks for what is needed, then shows the page; of what is running already the page. `of`: a culprit; invalid: the one that is
/// meant where that is selected which is selected. `say`: why nothing can be done.
void openReproSheet(Workspace& workspace, ReproBook& book, ReproKind kind, const Address& of, QWidget* window,
                    const std::function<void(const QString&)>& say);

}  // namespace etscope::ui
