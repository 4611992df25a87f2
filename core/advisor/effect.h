// Effect: how far outputs are from those of the graph as it was recorded. Values and pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace etscope::advisor {

/// One output of one call.
struct Output {
    std::vector<double> values;
    std::size_t columns = 0;  ///< of logits: a row's length; 0: it is none
};

/// Of one case.
struct CaseCost {
    std::size_t index = 0;
    double cost = 0;
};

/// Over all outputs of all cases.
struct Effect {
    std::optional<double> kl{};        ///< mean over rows of logits of KL(reference ‖ this), nats; nothing: there are no logits
    std::size_t tokens = 0, stay = 0;  ///< rows, and those whose largest logit is the same
    double signal = 0, noise = 0;      ///< sums of squares of the reference and of the difference
    double worst = 0;                  ///< largest |difference|
    bool finite = true;                ///< the same elements are finite on both sides
    std::optional<CaseCost> worstCase{};  ///< the mean hides it; nothing: no case was added
    bool byWorst = false;               ///< its cost is what sets are chosen by

    /// 10·log10(signal / noise); infinite where nothing differs.
    double snrDb() const noexcept;
    /// What sets are chosen by, additive as a first guess: that of all cases, or of the worst one.
    double cost() const noexcept { return byWorst && worstCase ? worstCase->cost : meanCost(); }
    /// Of all cases: KL, else noise over signal; infinite where something is not finite.
    double meanCost() const noexcept;
};

/// Whether a row of logits says what the tokens' shares are: one that has a NaN, an infinite one or no finite one does not. Of
/// those of the reference nothing is compared.
bool isDistribution(std::span<const double> row);
/// Adds what one output says.
void addEffect(const Output& reference, const std::vector<double>& given, Effect& effect);
/// Adds what all outputs of one case say.
void addCase(const Effect& own, std::size_t index, Effect& effect);

}  // namespace etscope::advisor
