// OverlayMap: what an overlay says about each node of a stage: a class or an amount, and a word for the tag. Made in a job in
// O(nodes); immutable; any thread. Colours are looked up when painting, so that a map outlives a change of theme.
#pragma once

#include <QCoreApplication>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "look/marks.h"
#include "look/tokens.h"
#include "modules/graph_index.h"
#include "profile/custom_values.h"
#include "workspace/workspace.h"

namespace etscope::ui {

enum class Overlay { None, Delegation, Latency, Error, WeightBytes, ValueType, Module, Custom };

struct OverlayName {
    const char* id;         ///< of --overlay and session files; English, marked for translation
    QString title() const;  ///< in the language shown
};
/// In the order of Overlay.
std::span<const OverlayName> overlayNames();

/// A graph of which something is asked.
struct GraphSubject {
    SessionPtr session;
    std::string method;
    graph::StageId stage;
    std::shared_ptr<const modules::GraphIndex> index;
    std::shared_ptr<const profile::CustomValues> custom = {};  ///< Overlay::Custom
    session::MethodView at() const { return {*session, method}; }
};

/// The amounts at which the colours of an overlay begin and end.
struct AmountRange {
    double low = 0, high = 0;
    friend bool operator==(const AmountRange&, const AmountRange&) = default;
};

class OverlayMap {
    Q_DECLARE_TR_FUNCTIONS(OverlayMap)
public:
    /// A row of the legend.
    struct Class {
        QString name;
        std::uint64_t nodes = 0;
        int hue = 0;  ///< family, backend, type or verdict number; kCpu, kNotRun, kNoDelegate
    };
    /// A row of the legend below those: a sign that nodes wear.
    struct Sign {
        Mark mark = Mark::None;
        QString name;
        std::uint64_t nodes = 0;
    };
    /// kNotRun: nothing is known; kNoDelegate: the stage shows it outside its delegates, and no program says what runs it.
    static constexpr int kCpu = -1, kNotRun = -2, kNoDelegate = -3;

    /// Errors: `cancelled`. What the record does not tell becomes a note, not an error.
    static Result<std::shared_ptr<const OverlayMap>> make(Overlay overlay, const GraphSubject& subject, const JobContext& job);

    /// Families, and a sign per node; those of `named` stand in the legend.
    static std::shared_ptr<const OverlayMap> ofSigns(const modules::GraphIndex& index, std::vector<Mark> signs,
                                                     std::span<const Mark> named);

    Overlay overlay() const { return m_overlay; }
    /// Whether the map tells of all nodes of the model. While a delegate is being opened in its place, the scene may know more
    /// nodes of the stage than the map: the two are made by jobs of their own.
    bool covers(const graph::GraphModel& model) const { return m_classOf.size() >= model.nodeCount(); }
    const std::vector<Class>& classes() const& { return m_classes; }
    const std::vector<Class>& classes() const&& = delete;
    const Class& classOf(graph::NodeId node) const& { return m_classes[classNumber(node)]; }
    std::uint32_t classNumber(graph::NodeId node) const { return m_classOf[node.index()]; }
    const std::vector<Sign>& signs() const& { return m_signs; }
    const std::vector<Sign>& signs() const&& = delete;
    /// Of several nodes the one that speaks for all: of verdicts the worst, else the last.
    graph::NodeId speakerOf(std::span<const graph::NodeId> nodes) const;
    /// What several nodes are to be blamed for; Mark::None: nothing, or it is not known.
    Mark signOf(std::span<const graph::NodeId> nodes) const;
    /// How much it is to be blamed for; the first in the order of execution says that it is. Of several nodes of one call the first
    /// tells it, for the others it is empty.
    QString blamedText(graph::NodeId node) const;
    /// Whether folding must not hide the node: its error is large, or introduced there.
    bool standsOut(graph::NodeId node) const;
    /// Whether the overlay colours by an amount: weight bytes, latency, error without verdicts, numbers of a file.
    bool hasAmounts() const { return !m_amounts.empty() && m_signOf.empty(); }
    /// The amount of several nodes together: a sum, in which what one call did counts once, or the largest; NaN: none.
    double amountOf(std::span<const graph::NodeId> nodes) const;
    /// Whether the amount of these nodes is told at them: what one call did is told once, at the first of its nodes.
    bool tells(std::span<const graph::NodeId> nodes) const;
    /// The least and largest amounts of nodes above zero: the whole ramp, logarithmic between its ends. 0 when there is none.
    AmountRange whole() const { return {m_least, m_largest}; }
    /// Where on the ramp an amount lies, 0 … 1, and back.
    double shareOf(double amount) const;
    double amountAt(double share) const;
    /// With its unit; empty for none.
    QString amountText(double amount) const;
    /// What the legend is headed with.
    QString title() const { return m_title; }
    /// The tag: "XNN 12", "CPU", "f32", "2.3 KiB"; may be empty.
    QString word(graph::NodeId node) const;
    /// What the legend adds below its rows.
    const QString& note() const { return m_note; }

    FamilyColours colours(const Class& which) const;
    /// Amounts below the range look like nothing, those above it like its end.
    FamilyColours amountColours(double amount, const AmountRange& range) const;

private:
    void addFamilies(const modules::GraphIndex& index);
    void addTypes(const modules::GraphIndex& index);
    void addModules(const modules::GraphIndex& index);
    void addWeights(const modules::GraphIndex& index);
    void addLatency(const GraphSubject& subject, const JobContext& job);
    void addError(const GraphSubject& subject, const JobContext& job);
    bool addVerdicts(const GraphSubject& subject, const JobContext& job);
    void addCustom(const GraphSubject& subject, const JobContext& job);
    void setAmounts(std::vector<double> amounts, std::vector<std::int64_t> shares, const QString& none, const QString& some);
    void addDelegation(const GraphSubject& subject, const JobContext& job);
    bool addDelegateStage(const GraphSubject& subject, const JobContext& job);
    bool addCalls(const GraphSubject& subject);
    bool addLinks(const GraphSubject& subject, const JobContext& job);
    FamilyColours verdictColours(int verdict) const;
    std::uint32_t classNamed(const QString& name, int hue);
    std::uint32_t backendNamed(const QString& backend);
    void count();

    Overlay m_overlay = Overlay::None;
    std::vector<Class> m_classes;
    std::vector<std::uint32_t> m_classOf;                       ///< per node
    std::vector<std::int64_t> m_numbers;                        ///< Delegation: delegate or instruction per node, −1: none
    std::vector<bool> m_further;                                ///< Delegation: further instructions run the node
    std::vector<double> m_amounts;                              ///< per node; NaN: none
    std::vector<std::int64_t> m_shares;                         ///< nodes with the same number ≥ 0 share one amount
    std::unordered_map<std::int64_t, graph::NodeId> m_tellers;  ///< by share: the first node of the call
    graph::NodeId m_firstBlamed;                                ///< of what introduced an error, or took constants that do
    std::vector<Mark> m_signOf;                                 ///< per node, of verdicts
    std::vector<double> m_blamed;                               ///< per node with a sign: the part of the error that it names
    std::vector<Sign> m_signs;
    double m_least = 0, m_largest = 0;
    bool m_sums = true;  ///< amounts of several nodes add up; else the largest speaks
    QString m_title;
    int m_backends = 0;
    QString m_note;
};

using OverlayPtr = std::shared_ptr<const OverlayMap>;

}  // namespace etscope::ui
