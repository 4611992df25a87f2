// AdvisorPage: which weights of the method in view may be narrow: at the left sets by bytes and effect, the budget, what is
// predicted of the chosen set beside what came out, and its recipe as code; at the right what each operator does in each scheme,
// and what another scheme of one changes. The AdviceBook computes, and only when a person has asked for it. GUI thread only.
#pragma once

#include <array>

#include "answers/advice_texts.h"
#include "models/rows.h"
#include "workspace/page.h"

class QBoxLayout;
class QButtonGroup;
class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSlider;
class QSpinBox;

namespace etscope::ui {

class ElidedLabel;
class LargeNumber;
class ReproHead;
class ReproHeading;
class TextLabel;

/// The two views of Quantisation, of which one is in view.
class QuantisationViews : public QWidget {
    Q_OBJECT
public:
    QuantisationViews(Workspace& workspace, PageId inView, QWidget* parent);
};

/// The left half.
class FrontPart : public QWidget {
    Q_OBJECT
public:
    FrontPart(Workspace& workspace, AdviceBook& book, QWidget* parent);
    void tell();
    FrontChart* chart() const { return m_chart; }

signals:
    void reported(QString words);

private:
    void makeBudget(QWidget* parent);
    void makeRecipe(QWidget* parent);
    void tellBudget(const Advising& told);
    void tellNumbers(const Advising& told);
    void tellRecipe(const Advising& told);
    void tellToday(const Advising& told);
    void tellMethods();
    void takeBudget();
    void takeLimit();
    const Advising& told() const { return m_book.of(m_workspace.method()); }

    Workspace& m_workspace;
    AdviceBook& m_book;
    ReproHead* m_head;
    FrontChart* m_chart;
    QWidget *m_budgetRow, *m_numbersRow;
    QSlider* m_slider;
    QLineEdit *m_budget, *m_limit;
    QLabel* m_limitOf;
    std::array<LargeNumber*, 4> m_numbers{};
    ReproHeading* m_recipeHead;
    QPlainTextEdit* m_recipe;
    TextLabel* m_recipeNote;
    ReproHeading *m_todayHead, *m_methodsHead;
    TextLabel *m_today, *m_methods;
    bool m_telling = false;  ///< it is not the person who moves the slider
};

/// The right half.
class OperatorsPart : public QWidget {
    Q_OBJECT
public:
    OperatorsPart(Workspace& workspace, AdviceBook& book, QWidget* parent);
    void tell();
    /// Other rows than those that were told last, whatever they say.
    void forget();
    TableView* table() const { return m_table; }
    void follow(const Address& selection);

private:
    void makeWhatIf(QWidget* parent);
    void tellRows(const Advising& told);
    void tellWhatIf();
    void tellSchemes(const Advising& told, std::size_t row);
    /// Of the advice; nothing: none is current.
    std::optional<std::size_t> row() const;
    void takeCell(const QModelIndex& index);
    const Advising& told() const { return m_book.of(m_workspace.method()); }

    Workspace& m_workspace;
    AdviceBook& m_book;
    ReproHeading* m_head;
    RowsModel m_rows{adviceColumns(), this};
    TableView* m_table;
    std::vector<std::size_t> m_order;  ///< of the rows in the table
    AdvicePtr m_shown;
    QStringList m_texts;
    QWidget* m_whatIf;
    ReproHeading* m_whatIfHead;
    QWidget* m_schemes;
    QButtonGroup* m_schemeGroup;
    QStringList m_schemeTitles;
    QCheckBox* m_keep;
    QWidget* m_changes;
    QList<QStringList> m_changeTexts;
    TextLabel* m_note;
    bool m_telling = false;
};

class AdvisorPage : public Page {
    Q_OBJECT
public:
    AdvisorPage(Workspace& workspace, AdviceBook& book, QWidget* parent = nullptr);
    bool hasContent() const override;
    TableView* mainTable() const override { return m_operators->table(); }
    QString badReason() const override { return tr("Nothing of advice is wrong."); }
    bool nextBad(bool /*forward*/) override { return false; }

signals:
    void reported(QString words);

protected:
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Method; }
    void refresh() override { tell(); }
    void followSelection(const Address& selection) override { m_operators->follow(selection); }
    void leave() override;
    void retry() override;
    void resizeEvent(QResizeEvent* event) override;
    QWidget* contentFocus() const override;

private:
    void makeChoices();
    void tell();
    void tellChoices();
    void offer();
    void takeRequest();
    bool isOfGraph() const;

    AdviceBook& m_book;
    FrontPart* m_front;
    OperatorsPart* m_operators;
    QBoxLayout* m_halves;
    QCheckBox *m_tied, *m_worst, *m_against;
    QSpinBox* m_cases;
    QPushButton *m_schemes, *m_again;
    bool m_telling = false;
};

}  // namespace etscope::ui
