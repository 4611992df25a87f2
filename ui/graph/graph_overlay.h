// OverlayMap: what an overlay says about each node of a stage: a class (or an amount) and a word for the tag. Made in a job in
// O(nodes); immutable; any thread. Colours are looked up when painting, so that a map outlives a change of theme.
#pragma once

#include <QStringList>
#include <memory>
#include <vector>

#include "frame/workspace.h"
#include "graph/graph_index.h"
#include "look/tokens.h"

namespace etscope::ui {

enum class Overlay { None, Delegation, ValueType, WeightBytes };

/// Titles for the tool bar, in the order of Overlay.
QStringList overlayNames();

/// What a map is made from.
struct OverlaySubject {
    SessionPtr session;
    std::string method, stage;
    std::shared_ptr<const graph::GraphIndex> index;
};

class OverlayMap {
public:
    /// A row of the legend.
    struct Class {
        QString name;
        std::uint64_t nodes = 0;
        int hue = 0;  ///< family, backend or type number; kCpu, kNotRun
    };
    static constexpr int kCpu = -1, kNotRun = -2;

    /// Errors: `cancelled`. What the record does not tell becomes a note, not an error.
    static Result<std::shared_ptr<const OverlayMap>> make(Overlay overlay, const OverlaySubject& subject, const JobContext& job);

    Overlay overlay() const { return m_overlay; }
    const std::vector<Class>& classes() const& { return m_classes; }
    const std::vector<Class>& classes() const&& = delete;
    const Class& classOf(graph::NodeId node) const& { return m_classes[classNumber(node)]; }
    std::uint32_t classNumber(graph::NodeId node) const { return m_classOf[node.index()]; }
    /// WeightBytes only: bytes of the constants that the node takes.
    std::uint64_t amount(graph::NodeId node) const { return m_amounts.empty() ? 0 : m_amounts[node.index()]; }
    std::uint64_t largest() const { return m_largest; }
    /// The tag: "XNN 12", "CPU", "f32", "2.3 KiB"; may be empty.
    QString word(graph::NodeId node) const;
    /// What the legend adds below its rows.
    const QString& note() const { return m_note; }

    FamilyColours colours(const Class& which) const;
    FamilyColours amountColours(std::uint64_t amount) const;

private:
    void addFamilies(const graph::GraphIndex& index);
    void addTypes(const graph::GraphIndex& index);
    void addWeights(const graph::GraphIndex& index);
    void addDelegation(const OverlaySubject& subject, const JobContext& job);
    bool addHandles(const OverlaySubject& subject, const JobContext& job);
    bool addCalls(const OverlaySubject& subject, const JobContext& job);
    std::uint32_t classNamed(const QString& name, int hue);
    std::uint32_t backendNamed(const QString& backend);
    void count();

    Overlay m_overlay = Overlay::None;
    std::vector<Class> m_classes;
    std::vector<std::uint32_t> m_classOf;  ///< per node
    std::vector<std::int64_t> m_numbers;   ///< Delegation: instruction per node, −1: none
    std::vector<std::uint64_t> m_amounts;
    std::uint64_t m_largest = 0;
    int m_backends = 0;
    QString m_note;
};

using OverlayPtr = std::shared_ptr<const OverlayMap>;

}  // namespace etscope::ui
