// What two modules differ in, as clauses, and what many of them have in common. Internal to core/compare. Rules: docs/FORMATS.md
// "Difference by modules".
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compare/diff.h"
#include "compare/module_facts.h"

namespace etscope::compare {

/// What a clause is about: the type of the weight, else what the module computes, values of its weights, where it runs, what its
/// class is called.
enum class About : std::uint8_t { Type, Meaning, Values, Place, Class };

struct Clause {
    About about = About::Meaning;
    std::string alike;  ///< the clause of modules that are alike: without numbers of delegates and sizes of errors
    std::string text;
};

/// Changes of weights, by name.
using WeightChanges = std::map<std::string_view, const ValueChange*>;

std::vector<Clause> clausesOf(const ModuleFacts& left, const ModuleFacts& right, const WeightChanges& values);
/// What is said of modules, added up: "Linear: f32 → int4 per channel; mm became linear" → how many, and so on.
struct Tally {
    std::map<std::string, std::size_t> meanings, places;
    std::set<std::string> classes;
    std::size_t values = 0, gone = 0, fresh = 0;
    std::size_t unpaired = 0, rewired = 0;  ///< whose nodes alone differ: some could not be paired; others are around the same ones

    void add(const std::string& type, const std::vector<Clause>& clauses);
    void add(const Tally& other);
    /// "7 Linear f32 → int4 in groups of 32; 12 modules now in XnnpackBackend": what is said of most first. Never empty where
    /// anything was added up.
    std::string text() const;
};

}  // namespace etscope::compare
