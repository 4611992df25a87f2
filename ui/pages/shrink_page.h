// ShrinkPage: a culprit of the session: at the left the smallest program that is still wrong, as it is found, at the right what
// mends the export. Both are jobs of the ReproBook and go on while the page is hidden. GUI thread only.
#pragma once

#include <array>

#include "answers/repro_texts.h"
#include "models/rows.h"
#include "workspace/page.h"

class QBoxLayout;
class QLabel;
class QPlainTextEdit;

namespace etscope::ui {

class LargeNumber;
class ReproHead;
class ReproHeading;
class ReproLines;
class ResultFiles;

/// The left half.
class ShrinkPart : public QWidget {
    Q_OBJECT
public:
    ShrinkPart(ReproBook& book, QWidget* parent);
    void tell();
    TrialChart* chart() const { return m_chart; }

signals:
    void fileRequested(QString path);
    void shrinkAsked();

private:
    void tellNumbers();
    void tellLegend();
    void tellResult();

    ReproBook& m_book;
    ReproHead* m_head;
    std::array<LargeNumber*, 4> m_numbers{};
    TrialChart* m_chart;
    QWidget* m_legend;
    QStringList m_legendTexts;
    ReproLines* m_phases;
    ReproHeading* m_resultHead;
    ResultFiles* m_files;
};

/// The right half.
class MendPart : public QWidget {
    Q_OBJECT
public:
    MendPart(ReproBook& book, QWidget* parent);
    void tell();
    TableView* table() const { return m_table; }

signals:
    void reported(QString words);
    void mendAsked();

private:
    void tellRemedies();
    void tellChosen();
    int chosen() const;
    void choose(int row);

    ReproBook& m_book;
    ReproHead* m_head;
    RowsModel m_rows{remedyColumns(), this};
    TableView* m_table;
    QLabel *m_note, *m_advice, *m_why;
    QWidget* m_patch;
    ReproHeading *m_patchHead, *m_changesHead;
    QPlainTextEdit* m_code;
    ReproLines* m_changes;
    QString m_chosen;  ///< title; empty: the first one
    QStringList m_shown;
    bool m_filling = false;  ///< it is not the person who chooses
};

class ShrinkPage : public Page {
    Q_OBJECT
public:
    ShrinkPage(Workspace& workspace, ReproBook& book, QWidget* parent = nullptr);
    bool hasContent() const override;
    TableView* mainTable() const override;
    /// Beside the views: back, and who executes.
    QWidget* controls() const { return m_controls; }
    QString badReason() const override { return tr("There is one culprit in view."); }
    bool nextBad(bool /*forward*/) override { return false; }

signals:
    void reported(QString words);

protected:
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }
    void refresh() override;
    void leave() override;
    void resizeEvent(QResizeEvent* event) override;
    QWidget* contentFocus() const override;

private:
    void makeControls();
    void tell();
    void offer();

    ReproBook& m_book;
    ShrinkPart* m_shrink;
    MendPart* m_mend;
    QBoxLayout* m_halves;
    QWidget* m_controls;
    QLabel* m_who;
};

}  // namespace etscope::ui
