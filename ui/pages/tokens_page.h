// Tokens: an output over a vocabulary as the tokens that both sides choose, of the case that is selected or the run that is looked
// at. GUI thread only.
#pragma once

#include "tokens/output_tokens.h"
#include "workspace/page.h"

namespace etscope::ui {

class LabelledCombo;
class TokensView;

class TokensPage : public Page {
    Q_OBJECT
public:
    explicit TokensPage(Workspace& workspace, QWidget* parent = nullptr);
    bool isOfRuns() const override { return true; }
    /// Which output is in view, for the row of the views.
    QWidget* controls() const;
    bool hasContent() const override;
    /// The next position where the chosen tokens differ; behind the last one, that of another output.
    bool nextBad(bool forward) override;
    std::optional<std::size_t> runInView() const override;

protected:
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Method; }
    void refresh() override;
    void followSelection(const Address& selection) override;
    void leave() override;

private:
    struct Offer {
        compare::OutputPair pair;
        tokens::TokenSides sides;
    };
    using Offers = std::vector<Offer>;
    struct Found {
        Offers offers;
        QStringList others;  ///< methods that have some, where the one in view has none
    };
    void offer(Found found);
    void showNone(const QStringList& others);
    void followRun();
    /// Where no output is selected: of the run that is looked at, else the first that differs, else the first.
    std::size_t preferred() const;
    void select(std::size_t offer);

    Offers m_offers;          ///< of the method in view
    std::size_t m_shown = 0;  ///< of them
    QWidget* m_controls;
    LabelledCombo* m_output;
    TokensView* m_view;
    Job<Found> m_job{this};
};

}  // namespace etscope::ui
